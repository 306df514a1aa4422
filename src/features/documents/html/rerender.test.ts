// HTML of an older renderer is made again, once, and nothing else is touched.

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { buildDeps, onEngines } from '../../../../test/build.ts'
import { EVERY_BLOCK } from '../../../../test/every-block.ts'
import { createDocument } from '../editing/service.ts'
import { RENDERER, renderHtml } from './html.ts'
import { rerenderAll } from './rerender.ts'

const forever = new AbortController().signal
const htmlOf = async ({ db }: Deps) =>
  (await db.read.selectFrom('texts').select('html').orderBy('document_id').execute()).map(({ html }) => html)
const spoil = ({ db }: Deps, id: number) =>
  db.inTransaction((tx) => tx.updateTable('texts').set({ html: 'old' }).where('document_id', '=', id).execute())

onEngines('stored HTML', (engine) => {
  test('is made anew where another renderer made it, once', async (t) => {
    const deps = await buildDeps(t, { engine })
    const ids: number[] = []
    for (let index = 0; index < 12; index++) {
      const { head } = await createDocument(deps, COMMAND_LINE, {
        title: `No ${index}`,
        markdown: `Text ${index}.\n\n\`\`\`ts\nconst no = ${index}\n\`\`\``,
      })
      ids.push(head.id)
    }
    const before = await htmlOf(deps)
    await spoil(deps, ids[0]!)
    await spoil(deps, ids[11]!)
    await deps.db.confirm()
    const seen = deps.db.sequence()!
    assert.equal(await rerenderAll(deps, forever), 2)
    assert.deepEqual(await htmlOf(deps), before)
    assert.ok(!deps.db.isCurrent(seen, ['documents']))
    const versions = await deps.db.read.selectFrom('documents').select('version').distinct().execute()
    assert.deepEqual(versions, [{ version: 1 }])

    await spoil(deps, ids[0]!)
    assert.equal(await rerenderAll(deps, forever), 0)
    assert.equal((await htmlOf(deps))[0], 'old')
  })
})

test("the renderer's number stands for what it makes", async () => {
  const hash = createHash('sha256')
    .update(await renderHtml(EVERY_BLOCK))
    .digest('hex')
  assert.deepEqual(
    { RENDERER, made: hash.slice(0, 16) },
    { RENDERER: 9, made: '231c1e7251825a45' },
    'The same blocks give other HTML: raise RENDERER in html.ts, so that stored HTML is made anew, and write both here.',
  )
})
