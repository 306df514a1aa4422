// Tells conversations from pages by structure alone: speakers or times at the start of most lines, mail headers, quote marks,
// commit headers. Splits a conversation into messages without dropping any text. In doubt a text is a page.

import { fold } from '#folding.ts'
import { isMailField } from '#languages/languages.ts'
import { linesOf, type SourceLine } from './text/lines.ts'

/** `from` and `to` include the header; `text` is the body alone. */
type Message = { from: number; to: number; speaker: string | null; at: string | null; text: string }

const TIME = String.raw`\d{1,2}[:.]\d{2}(?::\d{2})?(?:[.,]\d{1,6})?(?:\s?[apAP]\.?[mM]\.?)?`
const DATE = String.raw`(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})`
const WHEN = String.raw`(?:${DATE}[T ,]{0,3})?${TIME}Z?(?:[+-]\d{2}:?\d{2})?|${DATE}`
const NAME = String.raw`\p{L}[\p{L}\p{M}\p{N}_.'’-]{0,30}(?: (?:\p{Lu}[\p{L}\p{M}.'’-]{0,30}|\d{1,2})){0,2}`
/** “[10:02] ada: …”, “ada (10:02): …”, “ada : …”, “田中：…” */
const SAID = new RegExp(
  String.raw`^[[(<]?(${WHEN})?[\])>]?[\s,–—-]{0,4}[<*@]{0,3}(${NAME})(?: ?[[(](${WHEN})[\])])?[>*]{0,3}[ \u00a0\u202f]?(?::\*{0,2}\s+|：\s*)(?=\S)`,
  'u',
)
/** A log record: “2026-03-09 06:12 gate 4 opens” */
const LOGGED = new RegExp(
  String.raw`^[[(]?((?:\p{Lu}\p{Ll}{2,8}\.?\s{1,2}\d{1,2},?\s(?:\d{4}\s)?${TIME})|${WHEN})[\])]?[\s:,–—-]{1,4}(?=\S)`,
  'u',
)
/** “9:15 AM”, “Yesterday at 9:15 AM” */
const MOMENT = String.raw`(?:\p{L}{3,12},? (?:\p{L}{1,3} )?)?(?:${WHEN})`
const LONG_DATE = String.raw`(?:${DATE}|\d{1,2}[/ .-]\p{L}{3}[/ .-]\d{2,4})`
/** A line that names the next writer: “mara 09:02”, “Reply by Jo, 2026-10-02 14:11”, “**Mara** commented on 3 Feb”. */
const HEADED = new RegExp(
  String.raw`^(?:@?(${NAME})(?:[\s,|–—-]{1,4}[[(]?(${WHEN})[\])]?|\s?[–—]\s?(${MOMENT}))|\p{L}[^.!?:\n]{1,60}?[\s,|–—-]{1,4}(${LONG_DATE}[T ,]{1,3}${TIME}))$`,
  'u',
)
/** A name on one line and the time on the next; subtitles have a number above: “00:00:01,000 --> 00:00:04,000”. */
const SPEAKER = /^\p{Lu}[^.!?:;\n]{1,40}$/u
const ALONE = new RegExp(String.raw`^\s*(${MOMENT})$`, 'u')
const CUE = new RegExp(String.raw`^(${TIME})\s+-->\s+${TIME}\b`)
const SIGNED = /^(?:\*\*([^*\n]{1,60})\*\*|@([\w.-]{2,40})) {1,2}([^.:\n]{0,60}\d[^.:\n]{0,20})$/u
const COMMIT = /^commit ([0-9a-f]{7,40})(?: \(.{0,200}\))?$/
const COMMIT_FIELD = /^(?:Author|AuthorDate|Commit|CommitDate|Date|Merge):\s+(.*)$/
const ONE_LINE_COMMIT = /^(?:[*|\\/ ]{1,20})?(?=[0-9a-f]{0,40}\d)([0-9a-f]{7,40}) (?=\S)/
const FIELD = /^[*_]{0,2}(\p{L}[\p{L}-]{1,15})[*_]{0,2}\s?[:：]\s*(\S.*)?$/u
const WROTE = /^(?=.*\d).{8,120}[:：]$/u
const ADDRESS = /[\w.+-]{1,64}@[\w-]+\.[\w.-]+/
/** Words before a colon that aren't names: commit types, log levels. */
const NO_SPEAKER =
  /^(?:feat|fix|chore|docs|ci|tests?|refactor|perf|build|style|revert|https?|info|warn|warning|error|debug|note|tip)$/i

/** A header: where a message begins, who wrote it and when, and where its body begins. */
type Head = { line: number; speaker: string | null; at: string | null; words: number; lines: number }

const MOST = 0.6
/** Only the beginning of a longer line is matched, which bounds the cost of a line. */
const LONGEST_HEAD = 300
const FEWEST = 3

/** The messages of a conversation; undefined for a page. */
export function findMessages(text: string): Message[] | undefined {
  const whole = linesOf(text)
  const lines = whole.map((line) => ({ ...line, text: line.text.slice(0, LONGEST_HEAD) }))
  const told = lines.filter(({ text: line }) => line.trim() !== '')
  if (told.length < 2 || lines.some(({ text: line }) => /^(?:#{1,6} \S|```|~~~|\|.*\|$)/.test(line))) return undefined
  const heads =
    commits(lines) ??
    oneLineCommits(lines, told.length) ??
    mails(lines) ??
    thread(lines) ??
    announced(lines) ??
    chat(lines, told.length)
  return heads ? messagesOf(text, whole, heads) : undefined
}

function commits(lines: SourceLine[]): Head[] | undefined {
  const heads = lines.flatMap(({ text }, line): Head[] => {
    if (!COMMIT.test(text)) return []
    let end = line + 1
    while (COMMIT_FIELD.test(lines[end]?.text ?? '')) end++
    const fields = lines.slice(line + 1, end).map((one) => one.text)
    const field = (name: string) => fields.find((one) => one.startsWith(name))?.replace(COMMIT_FIELD, '$1') ?? null
    return end === line + 1 ? [] : [{ line, speaker: field('Author'), at: field('Date'), words: 0, lines: end - line }]
  })
  return heads.length > 0 ? heads : undefined
}

function oneLineCommits(lines: SourceLine[], count: number): Head[] | undefined {
  const heads = lines.flatMap(({ text }, line): Head[] => {
    const found = ONE_LINE_COMMIT.exec(text)
    return found ? [{ line, speaker: null, at: found[1]!, words: found[0].length, lines: 0 }] : []
  })
  return heads.length >= FEWEST && heads.length >= MOST * count ? heads : undefined
}

/** Mails: two header fields in a row. An address, a date or several such headers prove it. */
function mails(lines: SourceLine[]): Head[] | undefined {
  const heads: Head[] = []
  let isProven = false
  const fieldIn = (line: number) => {
    const [, name = '', value = ''] = FIELD.exec(lines[line]?.text.replace(/^>\s?/, '') ?? '') ?? []
    return isMailField(fold(name)) ? { name: fold(name), value: value.trim() } : undefined
  }
  for (let line = 0; line < lines.length; line++) {
    if (!fieldIn(line)) continue
    let end = line + 1
    while (fieldIn(end)) end++
    const fields = Array.from({ length: end - line }, (_, nth) => fieldIn(line + nth)!)
    const dated = fields.find(({ value }) => /\d{1,2}[:.]\d{2}|\d{4}/.test(value) && !ADDRESS.test(value))
    if (new Set(fields.map(({ name }) => name)).size >= 2) {
      isProven ||= heads.length > 0 || dated !== undefined || fields.some(({ value }) => ADDRESS.test(value))
      heads.push({ line, speaker: fields[0]!.value || null, at: dated?.value ?? null, words: 0, lines: end - line })
    }
    line = end - 1
  }
  return isProven ? heads : undefined
}

/** Mail replies between quoted lines. Quotes of only one depth may be part of a page. */
function thread(lines: SourceLine[]): Head[] | undefined {
  const depths = lines.map(({ text }) => (/^(?:>\s?)+/.exec(text)?.[0].match(/>/g) ?? []).length)
  const filled = lines.flatMap(({ text }, line) => (text.replace(/^[>\s]+/, '') === '' ? [] : [line]))
  const attributed = filled.filter(
    (line, nth) => WROTE.test(lines[line]!.text) && depths[filled[nth + 1] ?? -1]! > depths[line]!,
  )
  if (attributed.length === 0 && !depths.some((depth) => depth > 1)) return undefined
  const heads: Head[] = []
  let before = -1
  for (const line of filled) {
    if (depths[line] !== before) heads.push({ line, speaker: null, at: null, words: 0, lines: 0 })
    before = depths[line]!
  }
  return heads.length > 1 ? heads : undefined
}

/** Chats: names or times at the start of most lines. */
function chat(lines: SourceLine[], count: number): Head[] | undefined {
  const heads = lines.flatMap(({ text }, line): (Head & { named: boolean })[] => {
    const [head, before, name, after] = SAID.exec(text) ?? []
    if (head !== undefined && !NO_SPEAKER.test(name!))
      return [{ line, speaker: name!, at: before ?? after ?? null, words: head.length, lines: 0, named: true }]
    const logged = LOGGED.exec(text)
    if (logged) return [{ line, speaker: null, at: logged[1]!, words: logged[0].length, lines: 0, named: false }]
    return []
  })
  const timed = heads.filter(({ at }) => at !== null)
  if (timed.length >= FEWEST && timed.length >= MOST * paragraphsOf(lines, count)) return timed
  const names = heads.filter(({ named }) => named)
  const counts = Map.groupBy(names, ({ speaker }) => fold(speaker!))
  const speaking = names.filter(({ speaker }) => counts.get(fold(speaker!))!.length > 1)
  const isInverted =
    counts.size > 1 && speaking.length >= 2 && names.length >= FEWEST && counts.size <= names.length * 0.7
  return isInverted && names.length >= MOST * count && !isAskedAndAnswered(lines, names) ? names : undefined
}

/** Forums and subtitles: a line of its own names the next writer or time. */
function announced(lines: SourceLine[]): Head[] | undefined {
  const heads = lines.flatMap(({ text }, line): Head[] => {
    const above = (nth: number) => lines[line - nth]?.text.trim() ?? ''
    const cue = CUE.exec(text)?.[1]
    const numbered = /^\d+$/.test(above(1)) ? 1 : 0
    if (cue) return [{ line: line - numbered, speaker: null, at: cue, words: 0, lines: 1 + numbered }]
    const alone = above(2) === '' && SPEAKER.test(above(1)) ? ALONE.exec(text)?.[1] : undefined
    if (alone) return [{ line: line - 1, speaker: above(1), at: alone, words: 0, lines: 2 }]
    const [, name, when, moment, dated] = HEADED.exec(text) ?? []
    const [, bold, handle, signed] = SIGNED.exec(text) ?? []
    const at = when ?? moment ?? dated ?? signed
    return at ? [{ line, speaker: name ?? bold ?? handle ?? text.slice(0, 60), at, words: 0, lines: 1 }] : []
  })
  return heads.length >= 2 && heads[0]!.line <= 2 ? heads : undefined
}

/** Messages of several lines have one header, so headers are expected at paragraphs rather than at lines. */
const paragraphsOf = (lines: SourceLine[], count: number): number =>
  Math.min(
    count,
    lines.filter(({ text }, at) => text.trim() !== '' && (lines[at - 1]?.text ?? '').trim() === '').length || count,
  )

/** A FAQ is a page: two short keys that alternate, the first one asking. */
function isAskedAndAnswered(lines: SourceLine[], heads: Head[]): boolean {
  const keys = new Set(heads.map(({ speaker }) => fold(speaker!).replace(/\s?\d+$/, '')))
  if (keys.size !== 2) return false
  const first = fold(heads[0]!.speaker!)
  const asking = heads.filter(({ speaker }) => fold(speaker!) === first)
  return asking.filter(({ line }) => /[?？]\s*$/u.test(lines[line]!.text)).length >= asking.length * 0.8
}

const MARK = /^(?:>\s?)+/gm

/** Cuts the text at its headers, and long messages at blank lines too. */
function messagesOf(text: string, lines: SourceLine[], heads: Head[]): Message[] {
  const nobody: Head = { line: 0, speaker: null, at: null, words: 0, lines: 0 }
  const all = heads[0]!.line > 0 ? [nobody, ...heads] : heads
  const isBlank = (line: number) => lines[line]!.text.trim() === ''
  return all.flatMap(({ line: first, speaker, at, words, lines: taken }, nth) => {
    const end = all[nth + 1]?.line ?? lines.length
    const messages: Message[] = []
    let [from, begins] = [lines[first]!.from, (lines[first + taken]?.from ?? text.length) + words]
    for (let line = first; line < end; line++) {
      const isLast = line + 1 === end
      if (!isLast && (line < first + taken || !isBlank(line) || isBlank(line + 1))) continue
      const to = lines[line]!.to
      const spoken = text.slice(begins, to).replace(MARK, '').replace(/^ {4}/gm, '').trim()
      // A header without a body is its own text.
      const shown = spoken === '' && isLast && messages.length === 0 ? text.slice(from, to).trim() : spoken
      if (shown !== '') {
        messages.push({ from, to, speaker, at, text: shown })
        from = to
      } else if (isLast && messages.length > 0) messages.at(-1)!.to = to
      begins = isLast ? to : lines[line + 1]!.from
    }
    return messages
  })
}
