// Several people in one document over real sockets: what one types the others see, what everyone typed becomes revisions of
// those who typed it, saves from elsewhere come in, and a hostile client harms nothing but its draft.

import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import * as encoding from 'lib0/encoding'
import * as Y from 'yjs'
import { buildApp } from '#app.ts'
import { OUTSIDE, onEngines } from '../../../test/build.ts'
import { suiteCleaner } from '../../../test/cleaner.ts'
import { join, knock, listening, roomOf, textIn, type Writer } from '../../../test/live.ts'
import { siteOf } from '../../../test/site-of.ts'
import { until } from '../../../test/until.ts'

onEngines('live editing', (engine) => {
  const t = suiteCleaner()
  const { deps, people, send } = siteOf({ engine }, { ada: 'editor', ben: 'editor', cyd: 'reader', root: 'admin' })
  const { ada, ben, cyd, root } = people
  let base = ''
  before(async () => {
    base = await listening(deps.app)
  })
  const create = async (markdown = 'One.\n\nTwo.\n\nThree.') =>
    (await send('POST', '/api/docs/', { title: 'Live', markdown })).body as { id: number; slug: string }
  const draft = async (id: number) => (await send('GET', `/api/docs/${id}/autosave`)).body
  const draftTexts = async (id: number) => ((await draft(id)).blocks as { content: never }[]).map(textIn).join(' | ')
  const enter = (id: number, who = ada) => join(t, base, id, who.headers)
  const bothSay = (text: string, ...writers: Writer[]) =>
    until(`all say ${text}: ${writers.map((one) => one.texts())}`, () => writers.every((one) => one.texts() === text))
  const revisions = async (id: number) =>
    (await send('GET', `/api/docs/${id}/revisions?all=true`)).body as {
      author: { id: number } | null
      reason: string
    }[]

  describe('GET /api/docs/{id}/live', () => {
    test('is for editors who may write the document', async () => {
      const { id } = await create()
      assert.equal((await knock(base, id, OUTSIDE)).status, 401)
      assert.equal((await knock(base, id, cyd.headers)).status, 403)
      assert.equal((await knock(base, 99_999, ada.headers)).status, 404)
      assert.equal((await send('GET', '/api/docs/99999/live')).status, 404)
      const elsewhere = (await send('POST', '/api/admin/categories/', { name: `Elsewhere ${engine}` })).body
      const token = async (body: object) => {
        const { body: made } = await send('POST', '/api/tokens', { name: 'b', ...body })
        return { ...OUTSIDE, authorization: `Bearer ${made.token}` }
      }
      const scopes = ['read', 'write']
      assert.equal((await knock(base, id, await token({ scopes, category_ids: [elsewhere.id] }))).status, 404)
      assert.equal((await knock(base, id, await token({ scopes: ['read'] }))).status, 403)
      const { status, socket } = await knock(base, id, await token({ scopes }))
      assert.equal(status, 101)
      socket.terminate()
    })

    test('a page of another site can’t connect with its visitor’s cookie', async () => {
      const { id } = await create()
      const cookie = { cookie: `auth_token=${ada.token}` }
      assert.equal((await knock(base, id, { ...cookie, origin: 'https://evil.example' })).status, 403)
      const own = await knock(base, id, { ...cookie, origin: base })
      assert.equal(own.status, 101)
      own.socket.terminate()
    })

    test('other documents’ rooms, former epochs and other layouts are refused', async () => {
      const [{ id }, other] = [await create(), await create()]
      const rooms = [await roomOf(base, other.id, ada.headers), `1/${id}/1`, `2/${id}/1`, 'nonsense']
      for (const room of rooms) {
        const { socket } = await knock(base, id, ada.headers)
        const message = encoding.createEncoder()
        encoding.writeVarString(message, room)
        encoding.writeVarUint(message, 2)
        encoding.writeVarUint(message, 0)
        encoding.writeVarString(message, 'token')
        const answers: string[] = []
        let code = 0
        socket.on('message', (data) => answers.push(String(data)))
        socket.on('close', (closed) => {
          code = closed
        })
        socket.send(encoding.toUint8Array(message))
        await until(`${room} is refused`, () => code === 4400 || answers.some((answer) => /epoch|layout/.test(answer)))
        socket.terminate()
      }
    })
  })

  test('what one types the other sees, with the name of their account at the cursor', async () => {
    const { id } = await create()
    const [one, two] = [await enter(id), await enter(id, ben)]
    assert.equal(one.texts(), 'One. | Two. | Three.')
    one.type(0, ' Typed by Ada.')
    two.type(2, ' Typed by Ben.')
    await bothSay('One. Typed by Ada. | Two. | Three. Typed by Ben.', one, two)
    one.provider.awareness!.setLocalState({ user: { id: ben.id, name: 'Somebody else' }, cursor: { at: 1 }, more: 'x' })
    const seen = await until('Ada’s cursor', () => two.provider.awareness!.getStates().get(one.doc.clientID))
    assert.deepEqual({ ...seen }, { user: { id: ada.id, name: ada.email.split('@')[0] }, cursor: { at: 1 } })
  })

  test('becomes revisions of those who typed it, and nothing where nobody typed', async () => {
    const { id } = await create()
    const before = await draft(id)
    const opened = await enter(id)
    opened.leave()
    const [one, two] = [await enter(id), await enter(id, ben)]
    assert.deepEqual(await draft(id), before, 'opened and closed')
    one.type(0, ' Ada.')
    two.type(1, ' Ben.')
    await until('the draft', async () => (await draftTexts(id)) === 'One. Ada. | Two. Ben. | Three.')
    const made = (await revisions(id)).slice(0, 2).map(({ author, reason }) => `${author?.id} ${reason}`)
    assert.deepEqual(made.sort(), [`${ada.id} autosave`, `${ben.id} autosave`].sort())
    const now = await draft(id)
    assert.deepEqual(now.blocks[2], before.blocks[2], 'the block that nobody touched')
    one.doc.getText('title').insert(4, ' and well')
    one.leave()
    two.leave()
    await until('the title, when the last has left', async () => (await draft(id)).title === 'Live and well')
  })

  test('in a document that few may see, too', async () => {
    const { id } = (
      await send('POST', '/api/docs/', { title: 'Few', markdown: 'One.', visibility: 'restricted' }, root)
    ).body
    const one = await enter(id, root)
    one.type(0, ' By an administrator.')
    const told = async () => (await send('GET', `/api/docs/${id}/autosave`, undefined, root)).body.blocks.map(textIn)
    await until('the draft', async () => (await told())[0] === 'One. By an administrator.')
  })

  test('a client asks for a revision before it publishes', async () => {
    const { id } = await create()
    const one = await enter(id)
    one.type(0, ' Typed.')
    let said = ''
    one.provider.on('stateless', ({ payload }: { payload: string }) => {
      said = payload
    })
    await until('sent', one.isSaved)
    one.provider.sendStateless('save')
    await until('the answer', () => said === 'saved')
    assert.match(await draftTexts(id), /^One. Typed./)
  })

  test('the log is thinned, and never ten times the page', async () => {
    const { id } = await create()
    const one = await enter(id)
    const rows = () => deps.db.read.selectFrom('live_updates').select('bytes').where('document_id', '=', id).execute()
    const state = () =>
      deps.db.read.selectFrom('live_documents').selectAll().where('document_id', '=', id).executeTakeFirst()
    const blocks = one.read().map((block) => block.id)
    for (let n = 0; n < 150; n++) {
      const text = one.layout.text(blocks[n % 3]!)
      text.insert(text.length, ` word ${n}`)
      if (n % 2) text.delete(0, 4)
      await until('it is in the log', async () => one.isSaved() && (await state())!.seq > n)
    }
    await until('it is thinned', async () => (await rows()).length < 100)
    await until('all is revised', async () => (await state())!.revised_seq === (await state())!.seq)
    const kept = (await rows()).reduce((sum, { bytes }) => sum + bytes.length, (await state())!.state.length)
    assert.ok(kept < 10 * JSON.stringify(one.read()).length, `${kept} bytes`)
    const other = await enter(id, ben)
    assert.equal(other.texts(), one.texts())
  })

  describe('a save from elsewhere', () => {
    test('comes into the open document as its author’s change, and what was typed meanwhile stays', async () => {
      const { id } = await create()
      const one = await enter(id)
      const { blocks, title, summary, tags, revision } = await draft(id)
      const next = structuredClone(blocks)
      next[1].content = [{ type: 'text', text: 'Two, by a program.', styles: {} }]
      one.type(0, ' Typed.')
      const saved = await send(
        'POST',
        `/api/docs/${id}/autosave`,
        { parent: revision, title, summary, tags, blocks: next },
        ben,
      )
      assert.equal(saved.status, 200)
      await bothSay('One. Typed. | Two, by a program. | Three.', one)
      await until('the draft', async () => (await draftTexts(id)) === one.texts())
      const authors = (await revisions(id)).map(({ author }) => author?.id)
      assert.ok(authors.includes(ada.id) && authors.includes(ben.id))
    })

    test('so do publishing, restoring and discarding', async () => {
      const { id } = await create()
      const one = await enter(id)
      one.type(0, ' Typed.')
      await until('the draft', async () => /Typed/.test(await draftTexts(id)))
      assert.equal((await send('DELETE', `/api/docs/${id}/working-copy`, undefined, ben)).status, 204)
      await bothSay('One. | Two. | Three.', one)
      await send('PUT', `/api/docs/${id}`, { markdown: 'One.\n\nTwo, published.\n\nThree.' }, ben)
      await bothSay('One. | Two, published. | Three.', one)
      one.type(2, ' Typed again.')
      await until('the draft', async () => (await draftTexts(id)) === one.texts())
    })
  })

  test('several nodes serve one document', { skip: engine === 'sqlite' && 'nodes share no file' }, async () => {
    const other = buildApp(deps)
    t.after(() => other.close())
    const there = await listening(other)
    const { id } = await create()
    const [one, two] = [await enter(id), await join(t, there, id, ben.headers)]
    for (let n = 0; n < 30; n++) {
      one.type(0, ` a${n}`)
      two.type(2, ` b${n}`)
    }
    const words = Array.from({ length: 30 }, (_, n) => n)
    const expected = `One.${words.map((n) => ` a${n}`).join('')} | Two. | Three.${words.map((n) => ` b${n}`).join('')}`
    await bothSay(expected, one, two)
    await until('the draft', async () => (await draftTexts(id)) === expected)
    const { blocks, title, summary, tags, revision } = await draft(id)
    const next = structuredClone(blocks)
    next[1].content = [{ type: 'text', text: 'By a program.', styles: {} }]
    await send('POST', `/api/docs/${id}/autosave`, { parent: revision, title, summary, tags, blocks: next })
    await bothSay(expected.replace('Two.', 'By a program.'), one, two)
  })

  test('words of someone who was cut off come when they are back; a node that stops and starts loses none', async () => {
    const { id } = await create()
    const first = buildApp(deps)
    const there = await listening(first)
    const [one, two] = [await join(t, there, id, ada.headers), await enter(id, ben)]
    one.type(0, ' Before.')
    await bothSay('One. Before. | Two. | Three.', one, two)
    one.type(1, ' Just before the stop.')
    await first.close()
    one.type(2, ' While it was down.')
    two.type(0, ' Ben.')
    const again = buildApp(deps)
    t.after(() => again.close())
    const back = await join(t, await listening(again), id, ada.headers, one.doc)
    await bothSay('One. Before. Ben. | Two. Just before the stop. | Three. While it was down.', two, back)
  })

  describe('a right that ends', () => {
    test('closes the connection, and nothing that is sent after it counts', async () => {
      const eve = await deps.person('editor')
      const { id } = await create()
      const [one, bad] = [await enter(id), await enter(id, eve)]
      bad.type(0, ' While she may.')
      await bothSay('One. While she may. | Two. | Three.', one)
      const { status } = await send('PATCH', `/api/admin/users/${eve.id}`, { role: 'reader' }, root)
      assert.equal(status, 200)
      bad.type(0, ' When she may no more.')
      await until('the end of the connection', () => bad.closes.includes(4403))
      one.type(1, ' After.')
      await bothSay('One. While she may. | Two. After. | Three.', one)
    })

    test('so does the end of the document', async () => {
      const { id } = await create()
      const one = await enter(id)
      assert.equal((await send('DELETE', `/api/docs/${id}`, undefined, root)).status, 204)
      await until('the end of the connection', () => one.closes.includes(4404) || one.closes.includes(4403))
    })
  })

  describe('a hostile client', () => {
    test('that sends too much, too fast or nonsense is cut off', async () => {
      const { id } = await create()
      const watching = await enter(id)
      const attacks: ((eve: Writer) => void)[] = [
        // Ten megabytes, a million keys, nonsense.
        ({ doc }) => void doc.getText('t').insert(0, 'x'.repeat(10_000_000)),
        ({ doc }) =>
          doc.transact(() => {
            for (let n = 0; n < 100_000; n++) doc.getMap(`m${n % 7}`).set(`k${n}`, n)
          }),
        ({ socket }) => {
          for (let n = 0; n < 2000; n++) socket.webSocket!.send(new Uint8Array([1, 2, 3]))
        },
        ({ socket, name }) => {
          const message = encoding.createEncoder()
          encoding.writeVarString(message, name)
          for (const number of [0, 2]) encoding.writeVarUint(message, number)
          encoding.writeVarUint8Array(message, new Uint8Array([9, 9, 9, 9]))
          socket.webSocket!.send(encoding.toUint8Array(message))
        },
      ]
      for (const [at, attack] of attacks.entries()) {
        const eve = await enter(id, ben)
        attack(eve)
        await until(`attack ${at} is cut off`, () => eve.closes.length > 0)
        eve.leave()
      }
      watching.type(0, ' All is well.')
      await until('the draft', async () => (await draftTexts(id)) === 'One. All is well. | Two. | Three.')
    })

    test('can’t move another’s cursor', async () => {
      const { id } = await create()
      const [one, eve, watching] = [await enter(id), await enter(id, ben), await enter(id)]
      one.provider.awareness!.setLocalState({ cursor: 'own' })
      await until('the cursor', () => watching.provider.awareness!.getStates().has(one.doc.clientID))
      const forged = new Y.Doc()
      forged.clientID = one.doc.clientID
      const state = encoding.createEncoder()
      encoding.writeVarUint(state, 1)
      encoding.writeVarUint(state, one.doc.clientID)
      encoding.writeVarUint(state, 99)
      encoding.writeVarString(state, JSON.stringify({ cursor: 'forged' }))
      const message = encoding.createEncoder()
      encoding.writeVarString(message, eve.name)
      encoding.writeVarUint(message, 1)
      encoding.writeVarUint8Array(message, encoding.toUint8Array(state))
      eve.socket.webSocket!.send(encoding.toUint8Array(message))
      eve.provider.awareness!.setLocalState({ cursor: 'eve’s' })
      await until('her own cursor', () => watching.provider.awareness!.getStates().has(eve.doc.clientID))
      assert.equal(watching.provider.awareness!.getStates().get(one.doc.clientID)!.cursor, 'own')
    })

    test('has links and props that no document may have left out', async () => {
      const { id } = await create()
      const eve = await enter(id, ben)
      const [{ id: block } = { id: '' }] = eve.read()
      eve.layout.text(block).format(0, 3, { link: 'javascript:alert(1)' })
      eve.doc.getMap<Y.Map<unknown>>('blocks').get(block)!.set('.textAlignment', { a: 1 })
      eve.type(0, ' Typed.')
      await until('the draft', async () => /^One. Typed./.test(await draftTexts(id)))
      assert.doesNotMatch(JSON.stringify(await draft(id)), /javascript/)
    })
  })
})
