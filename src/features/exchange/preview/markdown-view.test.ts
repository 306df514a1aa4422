// POST /api/docs/preview/markdown: a text between blocks and Markdown, with nothing saved.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildOnce, onEngines } from '../../../../test/build.ts'

const text = (words: string, styles = {}) => [{ type: 'text', text: words, styles }]
const BLOCKS = [
  { id: 'h', type: 'heading', props: { level: 2 }, content: text('Start'), children: [] },
  { id: 'p', type: 'paragraph', props: { textColor: 'red' }, content: text('Red words.'), children: [] },
  { id: 'i', type: 'image', props: { url: '/a.png', name: 'A', previewWidth: 320 }, children: [] },
  { id: 'x', type: 'paragraph', props: {}, content: text('Last.', { bold: true }), children: [] },
]

onEngines('POST /api/docs/preview/markdown', (engine) => {
  const shared = buildOnce({ engine })
  const post = (payload: object, headers: Record<string, string> = {}) =>
    shared().app.inject({ method: 'POST', url: '/api/docs/preview/markdown', payload, headers })
  const view = async (payload: object) => {
    const response = await post(payload, (await shared().person('editor')).headers)
    assert.equal(response.statusCode, 200, response.body)
    return response.json()
  }

  test('without a token is 401, with no blocks 422, for a reader 403', async () => {
    assert.equal((await post({ blocks: [] })).statusCode, 401)
    const { headers } = await shared().person('editor')
    const wrong = await post({ blocks: [{ type: 7 }], markdown: '' }, headers)
    assert.deepEqual(
      { statusCode: wrong.statusCode, loc: wrong.json().detail[0].loc.slice(0, 2) },
      { statusCode: 422, loc: ['body', 'blocks'] },
    )
    assert.equal((await post({ markdown: 'Text.' }, headers)).statusCode, 422)
    assert.equal((await post({ blocks: [] }, (await shared().person('reader')).headers)).statusCode, 403)
  })

  test('writes blocks as Markdown, and reads it back as the very same blocks', async () => {
    const { markdown, blocks } = await view({ blocks: BLOCKS })
    assert.equal(markdown, '## Start\n\nRed words.\n\n![A](/a.png)\n\n**Last.**\n')
    assert.deepEqual(blocks, BLOCKS)
    assert.deepEqual((await view({ blocks: BLOCKS, markdown })).blocks, BLOCKS)
  })

  test('a change of one block leaves the others as they were, with what Markdown does not carry', async () => {
    const { markdown } = await view({ blocks: BLOCKS })
    const { blocks } = await view({
      blocks: BLOCKS,
      markdown: markdown.replace('Last', 'Least').replace('![A]', '![B]'),
    })
    assert.deepEqual(blocks.slice(0, 2), BLOCKS.slice(0, 2))
    const [image, last] = blocks.slice(2)
    assert.deepEqual(
      { id: image.id, name: image.props.name, previewWidth: image.props.previewWidth },
      { id: 'i', name: 'B', previewWidth: 320 },
    )
    assert.deepEqual({ id: last.id, content: last.content }, { id: 'x', content: text('Least.', { bold: true }) })
  })

  test('a text that begins with a line or a heading is text: there is no front matter here', async () => {
    const markdown = '---\n\ntitle: x\n\n---\n\n# One\n'
    const { blocks } = await view({ blocks: [], markdown })
    assert.deepEqual(
      blocks.map(({ type }: { type: string }) => type),
      ['divider', 'paragraph', 'divider', 'heading'],
    )
  })
})
