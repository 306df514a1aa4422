// Which lines tell who writes next: fields of a mail's head, speakers of chats and forums, and what programs write above a quote.

import { fold } from '#folding.ts'
import { isMailField } from '#languages/languages.ts'
import type { Line } from './lines.ts'
import * as is from './patterns.ts'

export const isField = (line: Line | undefined): boolean =>
  isMailField(fold(is.FIELD.exec(line?.text ?? '')?.[1] ?? ''))

/** isMailHead: the first field of a mail has an address or a name, and another field follows, or it is an address. */
export function isMailHead(field: string, value: string, next: Line | undefined): boolean {
  const [, second] = is.FIELD.exec(next?.text ?? '') ?? []
  return (
    is.ADDRESS.test(value) ||
    /^\p{L}{2,3}\s*:/u.test(value) ||
    (second !== undefined && fold(second) !== fold(field) && isMailField(fold(second)))
  )
}

/** isSpeakerHead: a name in bold or with an @, then a few words with a date. */
export function isSpeakerHead(text: string): boolean {
  if (is.NAME_AND_TIME.test(text)) return true
  return is.SPEAKER_HEAD.test(text) && text.length <= 100 && /\d/.test(text) && !/[.:]$/.test(text)
}

/** isAttribution: “On 4 May, Jo <jo@example.com> wrote:” stands above a quote, or is quoted together with what was written. */
export const isAttribution = ({ raw, text, depth }: Line, next: Line | undefined): boolean =>
  /[:：]$/.test(text) && /\d/.test(text) && (is.ADDRESS.test(raw) || (next !== undefined && next.depth > depth))
