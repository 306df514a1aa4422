// Which lines tell who writes next: fields of a mail's head, speakers of chats and forums, a change in the depth of quoting, and
// what programs write above a quote.

import { fold } from '#folding.ts'
import { isMailField } from '#languages/languages.ts'
import type { Line } from './lines.ts'
import type { Message } from './messages.ts'
import * as is from './patterns.ts'

/** Conversation: who speaks in the whole text, the message that is open, whether a blank line is above. */
type Conversation = { speakers: ReadonlySet<string>; open: Message | undefined; isAfterBlank: boolean }

/** messageAt is the message that a line opens; 'mark' for a line of a message's head, 'rule' for one between messages. */
export function messageAt(
  line: Line,
  next: Line | undefined,
  { speakers, open, isAfterBlank }: Conversation,
): Message | 'mark' | 'rule' | undefined {
  const { text, depth } = line
  const [head = '', speaker] = is.CHAT_LINE.exec(text) ?? []
  if (speaker && speakers.has(fold(speaker)))
    return { way: 'chat', from: fold(speaker), lines: [{ ...line, text: text.slice(head.length) }], ofLines: true }
  const [, field, value = ''] = is.FIELD.exec(text) ?? []
  const inHead = open?.way === 'mail' && open.lines.length === 0
  if (field && isMailField(fold(field)) && (inHead || isMailHead(field, value, next)))
    return inHead ? 'mark' : { way: 'mail', from: fold(value), lines: [] }
  if (is.RULE.test(text) && open) return 'rule'
  if (is.RULED.test(text) && isField(next)) return 'mark'
  if (isAfterBlank && is.HEAD_WITH_DATE.test(text)) return { way: 'mail', from: fold(text), lines: [] }
  if (isSpeakerHead(text)) return { way: 'chat', from: fold(text.split(/\*\*|\s/)[1] ?? text), lines: [] }
  if (isAttribution(line, next)) return 'mark'
  const before = open?.lines.findLast((one) => one.text !== '')?.depth ?? 0
  if (depth === before) return undefined
  // A quote inside prose is a quote; where quotes answer each other it is a thread.
  const from = open?.way === 'mail' || open?.way === 'thread' ? open.from : ''
  return { way: open?.way === 'mail' ? 'mail' : 'thread', from: `${from}>${depth}`, lines: [line] }
}

const isField = (line: Line | undefined): boolean => isMailField(fold(is.FIELD.exec(line?.text ?? '')?.[1] ?? ''))

/** isMailHead: the first field of a mail has an address or a name, and another field follows, or it is an address. */
function isMailHead(field: string, value: string, next: Line | undefined): boolean {
  const [, second] = is.FIELD.exec(next?.text ?? '') ?? []
  return (
    is.ADDRESS.test(value) ||
    /^\p{L}{2,3}\s*:/u.test(value) ||
    (second !== undefined && fold(second) !== fold(field) && isMailField(fold(second)))
  )
}

/** isSpeakerHead: a name in bold or with an @, then a few words with a date. */
function isSpeakerHead(text: string): boolean {
  if (is.NAME_AND_TIME.test(text)) return true
  return is.SPEAKER_HEAD.test(text) && text.length <= 100 && /\d/.test(text) && !/[.:]$/.test(text)
}

/** isAttribution: “On 4 May, Jo <jo@example.com> wrote:” stands above a quote, or is quoted together with what was written. */
const isAttribution = ({ raw, text, depth }: Line, next: Line | undefined): boolean =>
  /[:：]$/.test(text) && /\d/.test(text) && (is.ADDRESS.test(raw) || (next !== undefined && next.depth > depth))
