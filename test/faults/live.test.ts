// Live editing when the service dies: random people type, save by the API and go offline while it is killed and started again
// over the same data. All words are there at the end, with everyone and in the draft.

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import * as Y from 'yjs'
import { readConfig } from '../../src/config.ts'
import { openDb } from '../../src/engine/db/open.ts'
import { type Engine, freshPostgres, onEngines } from '../build.ts'
import { folderOf } from '../folder.ts'
import { join, textIn, type Writer } from '../live.ts'
import { random } from '../random.ts'
import { until } from '../until.ts'
import { endOf, firstToken, NO_LIMITS, startService, stopService } from './service.ts'

const KILLS = Number(process.env.GALLEY_TEST_KILLS ?? 2)

/** typedThroughKills is a page that three people and a program write, while the service is killed again and again. */
async function typedThroughKills(t: TestContext, engine: Engine) {
  const DATABASE_URL = engine === 'postgres' ? await freshPostgres(t) : ''
  const env = { ...NO_LIMITS, GALLEY_DATA: folderOf(t, {}), DATABASE_URL }
  const next = random(7)
  let service = await startService(env)
  t.after(() => stopService(service))
  const headers = { authorization: `Bearer ${await firstToken(service.origin)}`, 'content-type': 'application/json' }
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(service.origin + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: as in siteOf
    return { status: response.status, body: (await response.json()) as any }
  }
  const markdown = Array.from({ length: 5 }, (_, n) => `Line ${n}.`).join('\n\n')
  const { id } = (await ask('POST', '/api/docs/', { title: 'Killed', markdown })).body
  const draft = async () => (await ask('GET', `/api/docs/${id}/autosave`)).body
  const said = async () => ((await draft()).blocks as { content: never }[]).map(textIn).join(' | ')
  let people: Writer[] = []
  const come = async (docs: Y.Doc[]) => {
    people = await Promise.all(docs.map((doc) => join(t, service.origin, id, headers, doc)))
  }
  await come([new Y.Doc(), new Y.Doc(), new Y.Doc()])
  const words: string[] = []
  const type = (who: Writer) => {
    words.push(`w${words.length}.`)
    who.type(Math.floor(next() * 5), ` ${words.at(-1)}`)
  }
  const pick = () => people[Math.floor(next() * people.length)]!
  for (let kill = 0; kill < KILLS; kill++) {
    for (let step = 0; step < 40; step++) {
      type(pick())
      if (step % 10 === 5) await until('it is sent', () => people.every((one) => one.isSaved()))
      if (step === 20) {
        const { revision, title, summary, tags, blocks } = await draft()
        words.push(`w${words.length}.`)
        blocks.push({ id: `by-${kill}`, type: 'paragraph', props: {}, content: words.at(-1), children: [] })
        const saved = await ask('POST', `/api/docs/${id}/autosave`, {
          parent: revision,
          title,
          summary,
          tags,
          blocks,
        })
        assert.equal(saved.status, 200)
      }
    }
    service.child.kill('SIGKILL')
    await endOf(service)
    for (let step = 0; step < 10; step++) type(pick())
    const docs = people.map(({ doc }) => doc)
    for (const one of people) one.leave()
    service = await startService(env)
    await come(docs)
  }
  const hasAll = (text: string) => words.every((word) => text.split(word).length === 2)
  /** killed lets everyone go with the service, which starts again alone. */
  const killed = async () => {
    service.child.kill('SIGKILL')
    await endOf(service)
    for (const one of people) one.leave()
    service = await startService(env)
  }
  return { id, env, people, hasAll, said, type, killed }
}

onEngines('live editing while the service is killed', (engine) => {
  test('loses no word', { timeout: 600_000 }, async (t) => {
    const { id, env, people, hasAll, said, type, killed } = await typedThroughKills(t, engine)
    await until('all say all words, once', () =>
      people.every((one) => hasAll(one.texts()) && one.texts() === people[0]!.texts()),
    )
    await until('so does the draft', async () => (await said()) === people[0]!.texts())

    // Nobody comes back: what only the log has becomes a revision all the same.
    const db = await openDb(readConfig({ GALLEY_DATA: env.GALLEY_DATA, DATABASE_URL: env.DATABASE_URL }))
    t.after(() => db.close())
    const state = () =>
      db.read.selectFrom('live_documents').selectAll().where('document_id', '=', id).executeTakeFirstOrThrow()
    await until('all is revised', async () => (await state()).revised_seq === (await state()).seq)
    const { seq } = await state()
    type(people[0]!)
    await until('it is in the log', async () => (await state()).seq > seq)
    await killed()
    await until('the draft has it', async () => hasAll(await said()))
  })
})
