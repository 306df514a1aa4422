// What an editor types is on the server before anyone saves it: for the next one who opens the document, and for nobody else.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { HOUR, MINUTE } from '#time.ts'
import { OUTSIDE, onEngines, type TestPerson } from '../../../../test/build.ts'
import { siteOf } from '../../../../test/site-of.ts'
import { findAutosavesToForget } from '../maintenance.ts'

type Text = { title: string; summary: string | null; tags: string[]; blocks: TextBlock[] }
type TextBlock = { id: string; type: string; content: { text: string }[] }

onEngines('autosave', (engine) => {
  // On the hour: what is thinned depends on where the periods begin.
  let now = Math.floor(Date.now() / HOUR) * HOUR
  const { deps, people, send } = siteOf({ engine, clock: { now: () => now } }, { ada: 'editor', ben: 'editor' })
  const { ada, ben } = people
  const create = async (title: string, markdown = 'One.\n\nTwo.\n\nThree.') =>
    (await send('POST', '/api/docs/', { title, markdown })).body as { id: number; slug: string; version: number }
  const edited = async (id: number) => (await send('GET', `/api/docs/${id}/autosave`)).body
  /** typed is a text with another nth paragraph. */
  const typed = ({ title, summary, tags, blocks }: Text, at: number, text: string): Text => ({
    ...{ title, summary, tags },
    blocks: blocks.map((block, nth) =>
      nth === at ? { ...block, content: [{ type: 'text', text, styles: {} }] as never } : block,
    ),
  })
  const autosave = (id: number, parent: number, text: Text, by = ada) => {
    const { title, summary, tags, blocks } = text
    return send('POST', `/api/docs/${id}/autosave`, { parent, title, summary, tags, blocks }, by)
  }
  const textsOf = ({ blocks }: Pick<Text, 'blocks'>) => blocks.map(({ content }) => content[0]?.text ?? '')
  const all = async (id: number) => (await send('GET', `/api/docs/${id}/revisions?all=true`)).body

  test('is of documents that are there and in reach', async () => {
    const { id } = await create('Reach')
    const text = await edited(id)
    const elsewhere = (await send('POST', '/api/admin/categories/', { name: 'Elsewhere' })).body
    const token = await send('POST', '/api/tokens', {
      name: 'b',
      scopes: ['read', 'write'],
      category_ids: [elsewhere.id],
    })
    const bound = { ...ada, headers: { ...OUTSIDE, authorization: `Bearer ${token.body.token}` } } as TestPerson
    assert.equal((await send('GET', `/api/docs/${id}/autosave`, undefined, bound)).status, 404)
    assert.equal((await autosave(id, text.revision, text, bound)).status, 404)
    assert.equal((await autosave(99_999, text.revision, text)).status, 404)
  })

  test('names everything that is wrong with a text', async () => {
    const { id } = await create('Wrong')
    const { status, body } = await send('POST', `/api/docs/${id}/autosave`, { parent: 'x', title: '', blocks: [{}] })
    const places = body.detail.map(({ loc }: { loc: string[] }) => loc.slice(0, 2).join('.'))
    assert.equal(status, 422)
    for (const place of ['body.parent', 'body.title', 'body.summary', 'body.tags', 'body.blocks'])
      assert.ok(places.includes(place), place)
    const text = await edited(id)
    const other = await create('Other')
    const { revision: later } = await edited(other.id)
    assert.equal((await autosave(other.id, text.revision, text)).body.detail[0].loc[1], 'parent')
    assert.ok(later > text.revision)
  })

  test('is what the next one who opens the document goes on from', async () => {
    const { id } = await create('Next')
    const text = await edited(id)
    assert.partialDeepStrictEqual(text, { is_saved: true, version: 1, draft_version: 0, base_version: 1 })
    const { status, body } = await autosave(id, text.revision, typed(text, 1, 'Two, typed.'))
    assert.deepEqual([status, body.draft_version, body.merged], [200, 1, null])
    const next = (await send('GET', `/api/docs/${id}/autosave`, undefined, ben)).body
    assert.deepEqual(
      [next.revision, next.draft_version, next.is_saved, next.author.id],
      [body.revision, 1, false, ada.id],
    )
    assert.deepEqual(textsOf(next), ['One.', 'Two, typed.', 'Three.'])
  })

  test('a text that says nothing new is no revision', async () => {
    const { id } = await create('Same')
    const text = await edited(id)
    const again = await autosave(id, text.revision, text)
    assert.deepEqual({ status: again.status, revision: again.body.revision }, { status: 200, revision: text.revision })
    const first = (await autosave(id, text.revision, typed(text, 0, 'One, typed.'))).body.revision
    const undone = (await autosave(id, first, text)).body
    assert.ok(undone.revision !== first && undone.is_saved)
    assert.equal((await edited(id)).draft_version, 0, 'what was typed and undone is no draft')
  })

  test('what was typed and taken back does not come back when that is saved', async () => {
    const { id } = await create('Taken back')
    const text = await edited(id)
    const { revision } = (await autosave(id, text.revision, typed(text, 1, 'Two, typed.'))).body
    await send('PUT', `/api/docs/${id}?publish=false`, { summary: null })
    assert.equal(textsOf(await edited(id))[1], 'Two, typed.', 'a save that says nothing of the text')
    await send('PUT', `/api/docs/${id}?publish=false`, { blocks: text.blocks })
    const after = await edited(id)
    assert.deepEqual([textsOf(after)[1], after.is_saved], ['Two.', true])
    assert.ok(
      (await all(id)).some((one: { id: number }) => one.id === revision),
      'it is a revision still',
    )
  })

  test('is the draft: publishing publishes it, and readers see nothing of it before', async () => {
    const { id, slug } = await create('Saved')
    const text = await edited(id)
    await send('PUT', `/api/docs/${id}?publish=false`, { blocks: typed(text, 0, 'One, saved.').blocks })
    const saved = await edited(id)
    assert.partialDeepStrictEqual(saved, { is_saved: true, draft_version: 1 })
    const { body } = await autosave(id, saved.revision, typed(saved, 0, 'One, saved and typed.'))
    assert.equal(body.draft_version, 2)
    const copy = (await send('GET', `/api/docs/${id}/working-copy`)).body
    assert.deepEqual([textsOf(copy)[0], copy.version, copy.revision], ['One, saved and typed.', 2, body.revision])
    const page = () => deps.app.inject({ url: `/read/${slug}`, headers: OUTSIDE })
    assert.doesNotMatch((await page()).body, /typed/)
    const published = (await send('POST', `/api/docs/${id}/publish`)).body
    assert.deepEqual([textsOf(published)[0], published.draft], ['One, saved and typed.', null])
    assert.match((await page()).body, /typed/)
  })

  test('a preview shows what the draft says when it is opened, or the revision that is named', async () => {
    const { id } = await create('Previewed')
    const text = await edited(id)
    const { revision } = (await autosave(id, text.revision, typed(text, 0, 'One, first.'))).body
    const linkTo = async (body?: object) =>
      new URL((await send('POST', `/api/docs/${id}/preview-link`, body)).body.url).pathname
    const [newest, named] = [await linkTo(), await linkTo({ revision_id: revision })]
    await autosave(id, revision, typed(text, 0, 'One, second.'))
    const shown = async (url: string) => (await deps.app.inject({ url, headers: OUTSIDE })).body
    assert.match(await shown(newest), /One, second\./)
    assert.match(await shown(named), /One, first\./)
  })

  test('the revision that is named is published, and what was typed after it stays a draft', async () => {
    const { id } = await create('Named')
    const text = await edited(id)
    const first = (await autosave(id, text.revision, typed(text, 0, 'One, first.'))).body.revision
    await autosave(id, first, typed(text, 0, 'One, second.'))
    const stranger = await send('POST', `/api/docs/${id}/publish`, { revision_id: text.revision })
    assert.deepEqual([stranger.status, stranger.body.detail[0].loc], [422, ['body', 'revision_id']])
    const out = (await send('POST', `/api/docs/${id}/publish`, { revision_id: first })).body
    assert.deepEqual([textsOf(out)[0], out.draft.to_merge], ['One, first.', false])
    assert.equal(textsOf(await edited(id))[0], 'One, second.')
    assert.equal(textsOf((await send('POST', `/api/docs/${id}/publish`)).body)[0], 'One, second.')
  })

  test('what was typed over a text that is published since has nothing to merge', async () => {
    const { id } = await create('Rebased')
    const text = await edited(id)
    await send('PUT', `/api/docs/${id}?publish=false`, { blocks: typed(text, 0, 'One, saved.').blocks })
    const saved = await edited(id)
    const first = (await autosave(id, saved.revision, typed(saved, 1, 'Two, typed.'))).body.revision
    await send('POST', `/api/docs/${id}/publish`)
    await autosave(id, first, typed(typed(saved, 1, 'Two, typed.'), 2, 'Three, typed.'))
    const after = await edited(id)
    assert.deepEqual({ version: after.version, base_version: after.base_version }, { version: 2, base_version: 2 })
  })

  test('takes up what someone published meanwhile, unless both changed the same', async () => {
    const { id } = await create('Published')
    const text = await edited(id)
    const mine = typed(text, 0, 'One, typed.')
    const first = (await autosave(id, text.revision, mine)).body.revision
    await send('PUT', `/api/docs/${id}`, { blocks: typed(text, 2, 'Three, published.').blocks }, ben)
    const next = (await autosave(id, first, typed(mine, 1, 'Two, typed.'))).body
    assert.deepEqual(textsOf(next.merged), ['One, typed.', 'Two, typed.', 'Three, published.'])
    assert.equal((await edited(id)).base_version, 2)

    await send('PUT', `/api/docs/${id}`, { blocks: typed(text, 0, 'One, published.').blocks }, ben)
    const last = (await autosave(id, next.revision, typed(next.merged, 1, 'Two, typed on.'))).body
    assert.deepEqual([last.merged, (await edited(id)).base_version], [null, 2])
  })

  test('changes no byte that readers see, and is reported nowhere', async () => {
    const admin = await deps.person('admin')
    const { id, slug } = await create('Quiet')
    const seen = () =>
      Promise.all(
        [
          ...['/', `/read/${slug}`, `/read/${slug}.md`, '/sitemap.xml', '/feed.xml', '/llms.txt', '/api/docs'],
          ...['/api/docs/search?q=zanzibar', '/api/docs/suggest?q=zanzibar', `/api/docs/${slug}`],
        ].map(async (url) => (await deps.app.inject({ url, headers: OUTSIDE })).body),
      )
    const others = () =>
      Promise.all(
        [`/api/docs/${id}/revisions`, '/api/admin/docs/buckets/counts', '/api/admin/audit'].map((url) =>
          send('GET', url, undefined, admin),
        ),
      )
    await others()
    const [outside, inside] = [await seen(), await others()]
    const text = await edited(id)
    await autosave(id, text.revision, { ...typed(text, 0, 'zanzibar'), title: 'zanzibar', tags: ['zanzibar'] })
    assert.deepEqual(await seen(), outside)
    assert.deepEqual(await others(), inside)
    const deliveries = await deps.db.read.selectFrom('webhook_deliveries').selectAll().execute()
    assert.deepEqual(deliveries, [])
  })

  describe('two people', () => {
    test('write in different blocks, and each gets the other’s', async () => {
      const { id } = await create('Both')
      const text = await edited(id)
      const hers = (await autosave(id, text.revision, typed(text, 0, 'One, hers.'))).body
      const his = (await autosave(id, text.revision, typed(text, 2, 'Three, his.'), ben)).body
      assert.equal(hers.merged, null)
      assert.deepEqual(textsOf(his.merged), ['One, hers.', 'Two.', 'Three, his.'])
      const again = await autosave(id, hers.revision, typed(typed(text, 0, 'One, hers.'), 1, 'Two, hers.'))
      assert.deepEqual(textsOf(again.body.merged), ['One, hers.', 'Two, hers.', 'Three, his.'])
    })

    test('write in one sentence, and it has the words of both', async () => {
      const { id } = await create('Sentence', 'It listens on port 8080.')
      const text = await edited(id)
      await autosave(id, text.revision, typed(text, 0, 'It serves on port 8080.'))
      const { status, body } = await autosave(id, text.revision, typed(text, 0, 'It listens on port 9090.'), ben)
      assert.deepEqual([status, textsOf(body.merged)], [200, ['It serves on port 9090.']])
    })

    test('write in the same block: the second one is asked, and nothing is lost', async () => {
      const { id } = await create('Clash')
      const text = await edited(id)
      await autosave(id, text.revision, { ...typed(text, 0, 'One, hers.'), title: 'Hers' })
      const mine = { ...typed(typed(text, 0, 'One, his.'), 1, 'Two, his.'), title: 'His' }
      const { status, body } = await autosave(id, text.revision, mine, ben)
      assert.equal(status, 409)
      assert.deepEqual(body.conflicts, ['title', text.blocks[0].id])
      assert.deepEqual([textsOf(body.base)[0], textsOf(body.theirs)[0]], ['One.', 'One, hers.'])
      const head = await edited(id)
      assert.deepEqual(
        [head.revision, textsOf(head)[1]],
        [body.revision, 'Two, his.'],
        'all but these places is merged',
      )
      const loser = (await send('GET', `/api/docs/${id}/revisions/${body.kept}`)).body
      assert.deepEqual(
        { reason: loser.reason, id: loser.author.id, title: loser.title, secondTextsOf: textsOf(loser)[1] },
        { reason: 'conflict', id: ben.id, title: 'His', secondTextsOf: 'Two, his.' },
      )
    })

    test('a save of what is being typed is what the other one goes on from', async () => {
      const { id } = await create('Goes on')
      const text = await edited(id)
      const hers = typed(text, 0, 'One, hers.')
      const { revision } = (await autosave(id, text.revision, hers)).body
      await send('PUT', `/api/docs/${id}?publish=false`, { blocks: hers.blocks })
      // He had seen hers, and writes on in the same block.
      const his = await autosave(id, revision, typed(hers, 0, 'One, hers and his.'), ben)
      assert.deepEqual({ status: his.status, merged: his.body.merged }, { status: 200, merged: null })
    })

    test('a save without If-Match replaces what is being typed, which stays a revision', async () => {
      const { id } = await create('Unseen')
      const text = await edited(id)
      const { revision } = (await autosave(id, text.revision, typed(text, 0, 'One, hers.'))).body
      const save = (headers?: Record<string, string>) =>
        deps.app.inject({
          method: 'PUT',
          url: `/api/docs/${id}?publish=false`,
          headers: { ...ben.headers, ...headers },
          payload: { blocks: typed(text, 2, 'Three, saved.').blocks },
        })
      assert.equal((await save({ 'if-match': '"0"' })).statusCode, 412)
      assert.equal((await save()).statusCode, 200)
      assert.deepEqual(textsOf(await edited(id)), ['One.', 'Two.', 'Three, saved.'])
      assert.equal(textsOf((await send('GET', `/api/docs/${id}/revisions/${revision}`)).body)[0], 'One, hers.')
    })
  })

  test('is discarded with the working copy, or alone', async () => {
    const { id } = await create('Gone')
    const text = await edited(id)
    const { revision } = (await autosave(id, text.revision, typed(text, 0, 'Gone.'))).body
    assert.equal((await send('DELETE', `/api/docs/${id}/working-copy`)).status, 204)
    assert.deepEqual(textsOf(await edited(id))[0], 'One.')
    assert.equal((await send('DELETE', `/api/docs/${id}/working-copy`)).status, 404)
    const restored = await send('POST', `/api/docs/${id}/revisions/${revision}/restore?publish=false`)
    assert.deepEqual([restored.status, textsOf(await edited(id))[0]], [200, 'Gone.'])
  })

  test('thins its author’s own; what was typed over one that is gone is compared with the one before', async () => {
    const { id } = await create('Thin')
    const text = await edited(id)
    const others = (await autosave(id, text.revision, typed(text, 2, 'Three, his.'), ben)).body.revision
    let parent = others
    const typedSoFar = (n: number) => typed(typed(text, 2, 'Three, his.'), 0, `One ${n}.`)
    let fifth = 0
    for (let n = 0; n < 40; n++) {
      now += 20_000
      parent = (await autosave(id, parent, typedSoFar(n))).body.revision
      if (n === 5) fifth = parent
    }
    const hers = (await all(id)).filter(({ author }: { author: { id: number } }) => author.id === ada.id)
    const autosaves = hers.filter(({ reason }: { reason: string }) => reason === 'autosave')
    // Those of the last two minutes; the quarter of an hour goes on.
    assert.equal(autosaves.length, 7)
    assert.ok(!autosaves.some((one: { id: number }) => one.id === fifth))
    const late = await autosave(id, fifth, typed(typedSoFar(5), 1, 'Two, late.'), ben)
    assert.deepEqual([late.status, late.body.conflicts], [409, [text.blocks[0].id]])
    now += 61 * MINUTE
    Object.assign(ada, await deps.person('editor'))
    let removed = 0
    for (const forget of await findAutosavesToForget(deps)) removed += await deps.db.inTransaction((tx) => forget(tx))
    assert.ok(removed > 0)
    assert.deepEqual(textsOf(await edited(id)), ['One 39.', 'Two, late.', 'Three, his.'])
  })
})
