// Sources on the public site, on both engines: for every kind of reader and every channel, and never out of date.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { build, OUTSIDE, onEngines } from '../test/build.ts'
import { approveWith, evidenceOn } from '../test/evidence.ts'

const CHANNELS = ['/read/guide', '/read/guide.md', '/llms-full.txt']

onEngines('sources on the site', (engine) => {
  /** guide is a public page that rests on notes, on a public document and on one for members. */
  async function guide(t: Parameters<typeof build>[0], env: Record<string, string> = {}) {
    const on = await evidenceOn(await build(t, { engine, env }))
    const source = await on.make({ title: 'Open source', markdown: 'Keep 30 days.' })
    const inside = await on.make({ title: 'Inside', markdown: 'Ask 5 < 6 people.', visibility: 'members' })
    const id = await on.make({ title: 'Guide' })
    const notes = { kind: 'notes' as const, id: null, title: 'Mail', quote: 'secret words' }
    const page = { kind: 'document' as const, id: source, title: 'Open source', quote: 'Keep 30 days.' }
    await approveWith(on, id, [{ text: 'We keep it for 30 days.', origin: 'notes', sources: [notes, page] }])
    await on.quote(id, inside, 'Ask 5 < 6 people.')
    const read = async (url: string, headers: Record<string, string> = OUTSIDE) =>
      (await on.app.inject({ method: 'GET', url, headers })).body
    return { ...on, id, source, inside, read }
  }

  test('visitors see public sources in every channel, and nothing of the others', async (t) => {
    const { read } = await guide(t)
    for (const channel of CHANNELS) {
      const text = await read(channel)
      assert.match(text, /Keep 30 days\./, channel)
      assert.doesNotMatch(text, /secret words|Mail|Inside|6 people/, channel)
    }
    for (const channel of ['/feed.xml', '/llms.txt', '/sitemap.xml', '/api/docs/3/markdown'])
      assert.doesNotMatch(await read(channel), /Keep 30 days\.”|secret words/, channel)
  })

  test('readers see what they may read, and editors all of it, on pages of their own', async (t) => {
    const { read, person, editor } = await guide(t)
    await read('/read/guide')
    const member = await read('/read/guide', (await person('reader')).headers)
    assert.match(member, /Ask 5 &lt; 6 people\./)
    assert.doesNotMatch(member, /secret words/)
    assert.match(await read('/read/guide', editor.headers), /secret words/)
    assert.doesNotMatch(await read('/read/guide'), /6 people|secret words/)
  })

  describe('a page that was cached', () => {
    test('loses a source that was closed, hidden or renamed meanwhile', async (t) => {
      const { read, call, source, evidence, id } = await guide(t)
      const { key } = (await evidence(id))[0].sources[0]
      const shows = async (words: RegExp) => {
        const texts = await Promise.all(CHANNELS.map((channel) => read(channel)))
        return texts.map((text) => words.test(text))
      }
      assert.deepEqual(await shows(/secret words/), [false, false, false])
      await call('PUT', `/api/docs/${id}/evidence/${key}/public`, { public: true })
      assert.deepEqual(await shows(/secret words/), [true, true, true])
      await call('PUT', `/api/docs/${id}/evidence/${key}/public`, { public: false })
      await call('PUT', `/api/docs/${source}`, { title: 'New name' })
      assert.deepEqual(await shows(/secret words/), [false, false, false])
      assert.deepEqual(await shows(/New name/), [true, true, true])
    })

    test('no longer quotes a source that was restricted', async (t) => {
      const { read, call, source } = await guide(t)
      for (const channel of CHANNELS) assert.match(await read(channel), /Open source/)
      await call('PUT', `/api/docs/${source}`, { visibility: 'restricted' })
      for (const channel of CHANNELS) assert.doesNotMatch(await read(channel), /Open source|Keep 30 days\./)

      const category_id = (await call('POST', '/api/admin/categories/', { name: 'Shelf' })).body.id
      await call('PUT', `/api/docs/${source}`, { visibility: 'public', category_id })
      for (const channel of CHANNELS) assert.match(await read(channel), /Open source/)
      await call('PUT', `/api/admin/categories/${category_id}`, { visibility: 'restricted' })
      for (const channel of CHANNELS) assert.doesNotMatch(await read(channel), /Open source|Keep 30 days\./)
    })
  })

  test('Markdown has footnotes, JSON-LD citations, and marks only where the site is set to show them', async (t) => {
    const plain = await guide(t)
    const markdown = await plain.read('/read/guide.md')
    assert.match(markdown, /We keep it for 30 days\.\[\^source-1\]\n/)
    assert.match(markdown, /\[\^source-1\]: “Keep 30 days\.” \[Open source\]\(http.*\/read\/open-source\)/)
    const page = await plain.read('/read/guide')
    assert.match(page, /"citation":\[\{"@type":"CreativeWork","name":"Open source"/)
    assert.match(page, /href="\/read\/open-source#:~:text=Keep%2030%20days\."/)
    assert.doesNotMatch(page, /Last checked|Under review/)
    const marked = await guide(t, { GALLEY_SITE_REVIEW_MARKS: 'on', GALLEY_SITE_APPROVERS: 'off' })
    await marked.call('PUT', `/api/docs/${marked.source}`, { markdown: 'Keep 45 days.' })
    assert.match(await marked.read('/read/guide'), /Last checked .*Under review/s)
  })
})
