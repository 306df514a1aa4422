// Undoing what was done to many documents: as far as possible, with a message about its progress and one about the outcome.

import { refreshDocuments } from '../api/queries.ts'
import { failed, notify, underWay } from '../ui/notify.ts'
import { type Act, countOf, type Refused, toEach } from './many.ts'
import type { DocumentRow } from './queries.ts'

const NAMED_AT_MOST = 3

export async function takeBack(documents: DocumentRow[], act: Act): Promise<void> {
  const count = countOf(documents)
  const message = underWay(`Bringing back ${count}…`)
  const onStep = (settled: number) => message.say(`Bringing back ${settled} of ${count}…`)
  const { done, refused } = await toEach(documents, act, { onStep })
  message.end()
  refreshDocuments()
  if (done.length > 0) notify(`${countOf(done)} ${done.length === 1 ? 'is' : 'are'} back.`)
  if (refused.length > 0) failed(`${countOf(refused)} not brought back`)(new Error(reasonsOf(refused)))
}

function reasonsOf(refused: Refused[]): string {
  const named = refused.slice(0, NAMED_AT_MOST).map(({ document, reason }) => `“${document.title}”: ${reason}`)
  const more = refused.length - named.length
  return [...named, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ')
}
