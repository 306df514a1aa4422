// Undoes a bulk action, with messages about progress and outcome.

import { keys, queryClient, refreshDocuments } from '../../api/queries.ts'
import { failed, notify, underWay } from '../../ui/notify.ts'
import { type ActOnSome, countOf, type Refused, toAll, waiting } from './many.ts'

const NAMED_AT_MOST = 3

export async function undoForMany<T extends Refused['document']>(documents: T[], send: ActOnSome<T>): Promise<void> {
  const count = countOf(documents)
  const message = underWay(`Undoing for ${count}…`)
  const onStep = (settled: number) => message.update(`Undoing: ${settled.toLocaleString('en')} of ${count}…`)
  const { done, proposed, refused } = await toAll(documents, send, { onStep })
  message.end()
  refreshDocuments()
  void queryClient.invalidateQueries({ queryKey: keys.document() })
  if (done.length > 0) notify(`Undone for ${countOf(done)}.`)
  if (proposed.length > 0) notify(waiting(proposed))
  if (refused.length > 0) failed(`Couldn't undo it for ${countOf(refused)}`)(new Error(reasonsOf(refused)))
}

function reasonsOf(refused: Refused[]): string {
  const named = refused.slice(0, NAMED_AT_MOST).map(({ document, reason }) => `“${document.title}”: ${reason}`)
  const more = refused.length - named.length
  return [...named, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ')
}
