// What runs in the threads beside the event loop (engine/threads.ts): searches, over a reading connection of the thread's
// own, and long content made ready to be saved. Each loads what it needs when it is first asked for.

import { workerData } from 'piscina'
import type { Actor } from '../../actor.ts'
import type { Config } from '../../config.ts'
import { openReader } from '../../engine/db/db.ts'
import type { Source } from './prepare.ts'

/** ThreadData is what each thread is handed when it begins. */
export type ThreadData = Pick<Config, 'dataDir'>
export type SearchTask = { actor: Actor; q: string; limit: number }

let reader: ReturnType<typeof openReader> | undefined

/** search answers as JSON text: the bytes that go out. */
export async function search({ actor, q, limit }: SearchTask): Promise<string> {
  reader ??= openReader(workerData as ThreadData)
  const [{ searchDocuments }, db] = await Promise.all([import('./search.ts'), reader])
  return JSON.stringify(await searchDocuments({ db }, actor, q, limit))
}

/** prepareText takes its source as JSON: text is copied sooner than the objects in it. */
export async function prepareText(source: string) {
  const { prepareSource } = await import('./prepare.ts')
  return prepareSource(JSON.parse(source) as Source)
}
