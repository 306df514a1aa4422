// Comments through the API, on both engines: who sees them, what is said in them, and that no thread is ever lost.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEngines, type TestPerson } from '../../../test/build.ts'
import { pluck } from '../../../test/pluck.ts'
import { random as seeded } from '../../../test/random.ts'
import { siteOf } from '../../../test/site-of.ts'

type CommentedBlock = { id: string; type: string; content: { text: string }[] }
type SentThread = {
  id: number
  state: string
  quote: string
  spot: { block_id: string; exact: boolean } | null
  comments: { id: number; body: string | null; author: { id: number }; mentions: { id: number }[]; edited_at: string }[]
}

onEngines('comments', (engine) => {
  const { deps, people, send } = siteOf({ engine }, { ada: 'editor', ben: 'editor' })
  const { ada, ben } = people
  const create = async (title: string, markdown: string) => {
    const { body } = await send('POST', '/api/docs/', { title, markdown })
    return body as { id: number; slug: string; blocks: CommentedBlock[] }
  }
  const threads = async (id: number, query = ''): Promise<SentThread[]> =>
    (await send('GET', `/api/docs/${id}/threads${query}`)).body
  const begin = async (id: number, block: CommentedBlock, quote: string, body: string): Promise<SentThread> => {
    const response = await send('POST', `/api/docs/${id}/threads`, { block_id: block.id, quote, body })
    assert.equal(response.status, 201, JSON.stringify(response.body))
    return response.body
  }

  test('a comment may suggest another text for its block, which is a proposal', async () => {
    const { id, blocks } = await create('Oven', 'The oven is on.\n\nIt heats.')
    const asked = { block_id: blocks[1]!.id, body: 'Say how long.', change_to: 'It heats for **an hour**.' }
    const response = await send('POST', `/api/docs/${id}/threads`, asked)
    assert.equal(response.status, 201, JSON.stringify(response.body))
    const url = `/api/admin/proposals/${response.body.suggestion_id}`
    const proposal = (await send('GET', url)).body
    assert.deepEqual(
      {
        reason: proposal.reason,
        parts: proposal.parts.map((part: { id: string; change: string }) => [part.id, part.change]),
      },
      { reason: 'Say how long.', parts: [[blocks[1]!.id, 'changed']] },
    )
    assert.equal((await send('POST', `${url}/merge`, undefined, ben)).body.state, 'merged')
    const [first, second] = (await send('GET', `/api/docs/${id}/blocks`)).body.blocks as CommentedBlock[]
    assert.deepEqual([first!.content[0]!.text, second!.content[1]!.text], ['The oven is on.', 'an hour'])
    const same = await send('POST', `/api/docs/${id}/threads`, { ...asked, change_to: 'It heats for **an hour**.' })
    assert.equal(same.status, 422)
  })

  test('a thread is begun, answered, resolved and reopened', async () => {
    const { id, blocks } = await create('Kiln', 'The kiln is on.\n\nIt heats for **forty minutes**.')
    const thread = await begin(id, blocks[1]!, 'for forty  minutes', 'Really?')
    assert.deepEqual([thread.state, thread.quote, thread.spot!.exact], ['open', 'for forty minutes', true])
    const answer = { body: 'Measured it.', mentions: [ada.id] }
    const answered = (await send('POST', `/api/threads/${thread.id}/comments`, answer, ben)).body as SentThread
    assert.deepEqual(
      answered.comments.map(({ body, author, mentions }) => ({
        body,
        by: author.id,
        to: mentions.map((one) => one.id),
      })),
      [
        { body: 'Really?', by: ada.id, to: [] },
        { body: 'Measured it.', by: ben.id, to: [ada.id] },
      ],
    )
    const resolved = (await send('PUT', `/api/threads/${thread.id}`, { state: 'resolved' }, ben)).body
    assert.deepEqual({ state: resolved.state, id: resolved.resolved_by.id }, { state: 'resolved', id: ben.id })
    assert.deepEqual([(await threads(id, '?state=open')).length, (await threads(id, '?state=resolved')).length], [0, 1])
    assert.equal((await send('PUT', `/api/threads/${thread.id}`, { state: 'open' })).body.resolved_at, null)
  })

  test('readers find none of it', async () => {
    const { id, blocks } = await create('Hidden', 'Some words.')
    await begin(id, blocks[0]!, '', 'A remark with the word zanzibar.')
    const reader = await deps.person('reader')
    assert.deepEqual((await send('GET', '/api/docs/search?q=zanzibar', undefined, reader)).body, [])
  })

  test('a token that is bound to a category knows of no thread elsewhere', async () => {
    const { id, blocks } = await create('Elsewhere', 'Some words.')
    const thread = await begin(id, blocks[0]!, '', 'A remark.')
    const elsewhere = (await send('POST', '/api/admin/categories/', { name: 'Elsewhere' })).body
    const asked = { name: 'b', scopes: ['read', 'write'], category_ids: [elsewhere.id] }
    const { token } = (await send('POST', '/api/tokens', asked)).body
    const bound = { ...ada, headers: { ...ada.headers, authorization: `Bearer ${token}` } } as TestPerson
    const comment = `/api/comments/${thread.comments[0]!.id}`
    const tries = [
      ['GET', `/api/docs/${id}/threads`, undefined],
      ['POST', `/api/docs/${id}/threads`, { block_id: blocks[0]!.id, body: 'x' }],
      ['POST', `/api/threads/${thread.id}/comments`, { body: 'x' }],
      ['PUT', `/api/threads/${thread.id}`, { state: 'resolved' }],
      ['PUT', comment, { body: 'x' }],
      ['DELETE', comment, undefined],
    ] as const
    for (const [method, url, payload] of tries)
      assert.equal((await send(method, url, payload, bound)).status, 404, `${method} ${url}`)
  })

  test('what is wrong is named, and nothing is written', async () => {
    const { id, blocks } = await create('Wrong', 'Some words.')
    const block_id = blocks[0]!.id
    const reader = await deps.person('reader')
    const wrong: [object, string][] = [
      [{ block_id: 'nowhere', body: 'x' }, 'block_id'],
      [{ block_id, quote: 'other words', body: 'x' }, 'quote'],
      [{ block_id, body: '  ' }, 'body'],
      [{ block_id, body: 'x', mentions: [reader.id] }, 'mentions'],
      [{ block_id, body: 'x', mentions: [999_999] }, 'mentions'],
    ]
    for (const [payload, field] of wrong) {
      const { status, body } = await send('POST', `/api/docs/${id}/threads`, payload)
      assert.deepEqual({ status, loc: body.detail[0].loc }, { status: 422, loc: ['body', field] })
    }
    assert.deepEqual(await threads(id), [])
    assert.equal((await send('POST', '/api/threads/999999/comments', { body: 'x' })).status, 404)
  })

  test('people change and delete what they said themselves; an administrator deletes what anyone said', async () => {
    const { id, blocks } = await create('Own', 'Some words.')
    const thread = await begin(id, blocks[0]!, '', 'First.')
    const comment = `/api/comments/${thread.comments[0]!.id}`
    assert.equal((await send('PUT', comment, { body: 'Mine now.' }, ben)).status, 403)
    assert.equal((await send('DELETE', comment, undefined, ben)).status, 403)
    const changed = (await send('PUT', comment, { body: 'First, mended.' })).body as SentThread
    assert.deepEqual([changed.comments[0]!.body, changed.comments[0]!.edited_at !== null], ['First, mended.', true])
    const answered = (await send('POST', `/api/threads/${thread.id}/comments`, { body: 'Second.' }, ben))
      .body as SentThread
    assert.equal((await send('DELETE', comment)).status, 204)
    assert.deepEqual(pluck((await threads(id))[0]!.comments, 'body'), [null, 'Second.'])
    assert.equal((await send('PUT', comment, { body: 'Back.' })).status, 404)
    const admin = await deps.person('admin')
    assert.equal((await send('DELETE', `/api/comments/${answered.comments[1]!.id}`, undefined, admin)).status, 204)
    assert.deepEqual(await threads(id), [], 'nothing is said in it any more')
    const audited = (await send('GET', '/api/admin/audit?kind=comment', undefined, admin)).body
    assert.equal((audited.items ?? audited)[0].action, 'comment.deleted')
  })

  test('what someone said stays when they leave, and their own copy has it; mentions of them go', async () => {
    const { id, blocks } = await create('Left', 'Some words.')
    const eve = await deps.person('editor')
    const payload = { block_id: blocks[0]!.id, body: 'Before I leave.' }
    await send('POST', `/api/docs/${id}/threads`, payload, eve)
    await send('POST', `/api/docs/${id}/threads`, { ...payload, body: 'To Eve.', mentions: [eve.id] })
    const admin = await deps.person('admin')
    const { body } = await send('GET', `/api/admin/users/${eve.id}/export`, undefined, admin)
    assert.deepEqual([body.comments.length, body.comments[0].body], [1, 'Before I leave.'])
    assert.equal((await send('DELETE', `/api/admin/users/${eve.id}`, undefined, admin)).status, 204)
    assert.deepEqual(
      (await threads(id)).flatMap((thread) => thread.comments).map((one) => [one.body, one.mentions.length]),
      [
        ['Before I leave.', 0],
        ['To Eve.', 0],
      ],
    )
  })

  test('a thread comes back from the trash with its document', async () => {
    const { id, blocks } = await create('Trashed', 'Some words.')
    await begin(id, blocks[0]!, 'words', 'Keep me.')
    await send('DELETE', `/api/docs/${id}`)
    assert.equal((await send('GET', `/api/docs/${id}/threads`)).status, 404)
    await send('POST', `/api/admin/docs/trash/${id}/restore`)
    assert.equal((await threads(id))[0]?.spot?.exact, true)
  })

  test('no thread is lost while a document is rewritten 500 times', async () => {
    const { marks, texts, rewrite } = rewriter(7)
    const { id, slug, blocks } = await create('Rewritten', texts.join('\n\n'))
    const begun: SentThread[] = []
    for (const [nth, mark] of marks.entries()) begun.push(await begin(id, blocks[nth]!, mark, `About ${nth}.`))
    for (let round = 0; round < 500; round++) {
      const saved = await send('PUT', `/api/docs/${id}`, rewrite(round))
      assert.equal(saved.status, 200, JSON.stringify(saved.body))
    }
    const now = await threads(id, '?of=published')
    const { blocks: after } = (await send('GET', `/api/docs/${slug}`)).body as { blocks: CommentedBlock[] }
    const textOf = new Map(after.map((block) => [block.id, block.content.map(({ text }) => text).join('')]))
    assert.deepEqual(
      pluck(now, 'id'),
      begun.map((thread) => thread.id),
    )
    for (const { quote, spot } of now) assert.ok(spot?.exact && textOf.get(spot.block_id)!.includes(quote), quote)
  })
})

/** rewriter moves, splits, adds to and takes from a text at random, but for the marked words. */
function rewriter(seed: number) {
  const random = seeded(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const marks = Array.from({ length: 12 }, (_, nth) => `the marked words number ${nth} of this page`)
  const sentence = () =>
    `${pick(['A heron', 'The kiln', 'One ledger'])} ${pick(['waits', 'turns', 'ends'])} ${Math.floor(random() * 1e6)}.`
  const isMarked = (text: string) => marks.some((mark) => text.includes(mark))
  let texts = marks.map((mark) => `${sentence()} Here stand ${mark}. ${sentence()}`)
  const withoutFirst = (text: string) => {
    const rest = text.replace(/^[^.]*\. /, '')
    return isMarked(rest) ? rest : text
  }
  const ways = [
    () => texts.toSorted(() => random() - 0.5),
    () => texts.map((text) => (random() < 0.3 ? `${sentence()} ${text}` : text)),
    () => texts.map((text) => (random() < 0.3 ? withoutFirst(text) : text)),
    () => texts.toSpliced(Math.floor(random() * texts.length), 0, sentence()),
    () => texts.filter((text) => isMarked(text) || random() < 0.5),
    () => texts.flatMap((text) => (random() < 0.1 ? text.split(/(?<=\.) (?=Here)/) : [text])),
  ]
  const asBlocks = (round: number) =>
    texts.map((text, nth) => ({
      id: `r${round}-${nth}`,
      type: 'paragraph',
      content: [{ type: 'text', text, styles: {} }],
    }))
  // Every third comes as Markdown, without ids, as an import or an assistant sends it.
  const rewrite = (round: number) => {
    texts = pick(ways)().map((text) => text.slice(-2_000))
    return round % 3 === 0 ? { markdown: texts.join('\n\n') } : { blocks: asBlocks(round) }
  }
  return { marks, texts, rewrite }
}
