// Renders saved HTML again after the renderer has changed: the scheduler goes through all of it in small batches. Until then
// readers see the older HTML.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#deps.ts'
import { htmlToKeep, RENDERER } from './html.ts'
import { findHtmlAfter, findRenderer, replaceHtml, writeRenderer } from './store.ts'

/** Small batches, because a single document may have megabytes. */
const BATCH = 10
const PAUSE_MS = 5

/** Returns how many documents changed; if it is stopped, the next run starts over. */
export async function rerenderAll({ db }: Deps, signal: AbortSignal): Promise<number> {
  if ((await findRenderer(db.read)) === RENDERER) return 0
  let total = 0
  for (let after = 0; ; ) {
    if (signal.aborted) return total
    const rows = await findHtmlAfter(db.read, after, BATCH)
    if (rows.length === 0) break
    after = rows.at(-1)!.document_id
    const rendered = await Promise.all(
      rows.map(async (row) => ({ ...row, html: await htmlToKeep(JSON.parse(row.blocks), row.blocks) })),
    )
    const other = rendered.filter(({ html }, index) => html !== rows[index]!.html)
    if (other.length > 0)
      await db.inTransaction(async (tx) => {
        for (const { document_id, published_id, html } of other) await replaceHtml(tx, document_id, published_id, html)
      })
    total += other.length
    await sleep(PAUSE_MS)
  }
  await db.inTransaction((tx) => writeRenderer(tx, RENDERER))
  return total
}
