// Code that people paste into notes without a fence: settings, queries, stack traces, a terminal's session. Read as prose
// it would be torn into sentences. It is found by its marks, line by line, and gets the fence that its author left out.

const FENCE = /^\s{0,8}(`{3,}|~{3,})/
/** Longer is a file of its own, and nobody's example. */
const MOST_LINES = 200
/** Looking for a closing brace reads many lines: after so many that have none, a text is taken for something else. */
const MOST_UNCLOSED = 50

/** fencePasted puts fences around pasted code; what is fenced already stays as it is. */
export function fencePasted(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => MAY_BEGIN.test(line))) return lines
  const fenced: string[] = []
  let fence = ''
  let unclosed = 0
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    const mark = FENCE.exec(line)?.[1]
    const opens = fence === '' && !mark && unclosed < MOST_UNCLOSED && OPENS.test(line.trim())
    const braces = opens ? inBraces(lines, at) : undefined
    if (opens && !braces) unclosed++
    const found = fence === '' && !mark ? (braces ?? pastedAt(lines, at)) : undefined
    if (found) {
      fenced.push(`\`\`\`${found.language}`, ...lines.slice(at, found.end), '```')
      at = found.end - 1
      continue
    }
    if (mark && (fence === '' || mark.startsWith(fence))) fence = fence === '' ? mark : ''
    fenced.push(line)
  }
  return fenced
}

/** What one of the readers below may begin at: most texts have no such line. */
const MAY_BEGIN = /[{[]$|^[{[].*[}\]]$|;$|^[a-z_][\w.-]*:$|^[A-Z][A-Z0-9_]*=|^\w[\w.-]*@[\w.-]+:|^\s+at \S|^\s+File "/

type Pasted = { end: number; language: string }

const pastedAt = (lines: readonly string[], at: number): Pasted | undefined =>
  jsonLine(lines, at) ??
  indented(lines, at) ??
  assigned(lines, at) ??
  query(lines, at) ??
  session(lines, at) ??
  stackTrace(lines, at)

const jsonLine = (lines: readonly string[], at: number): Pasted | undefined =>
  isJson(lines[at]!.trim()) ? { end: at + 1, language: 'json' } : undefined

const OPENS = /^[^>*#|-].*[{[]$|^[{[]$/

/** inBraces: from a line that ends with an open brace to the one that closes it. */
function inBraces(lines: readonly string[], at: number): Pasted | undefined {
  let depth = 0
  const last = Math.min(lines.length, at + MOST_LINES)
  for (let end = at; end < last; end++) {
    for (const [mark] of lines[end]!.matchAll(/[{}[\]]/g)) depth += mark === '{' || mark === '[' ? 1 : -1
    if (depth > 0) continue
    const isCode = depth === 0 && /^[}\]][)};,\]]*$/.test(lines[end]!.trim())
    const isData = isCode && isJson(lines.slice(at, end + 1).join('\n'))
    return isCode ? { end: end + 1, language: isData ? 'json' : '' } : undefined
  }
  return undefined
}

function isJson(text: string): boolean {
  if (!/^[{[]\s*["{[]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const KEY_ALONE = /^[a-z_][\w.-]*:$/
const KEY_INSIDE = /^\s{2,}(?:- )?["']?[a-z_][\w./-]*["']?:(?:\s|$)/
const KEY = /^[a-z_][\w.-]*:(?:\s|$)/

/** indented: a key alone, with keys of its own indented under it, as YAML has it. */
function indented(lines: readonly string[], at: number): Pasted | undefined {
  if (!KEY_ALONE.test(lines[at]!) || !KEY_INSIDE.test(lines[at + 1] ?? '')) return undefined
  let end = at + 1
  while (end < lines.length && end - at < MOST_LINES && (/^\s+\S/.test(lines[end]!) || KEY.test(lines[end]!))) end++
  return { end, language: 'yaml' }
}

const ASSIGNED = /^(?:export )?[A-Z][A-Z0-9_]*=/
const REMARK = /^#(?!#)/

/** assigned: two names in capitals with their values, line by line, and the remarks between them, as `.env` files have it. */
function assigned(lines: readonly string[], at: number): Pasted | undefined {
  let end = at
  while (end < lines.length && end - at < MOST_LINES && (ASSIGNED.test(lines[end]!) || REMARK.test(lines[end]!))) end++
  while (end > at && REMARK.test(lines[end - 1]!)) end--
  return lines.slice(at, end).filter((line) => ASSIGNED.test(line)).length > 1 ? { end, language: 'sh' } : undefined
}

/** “root@web01:~# …”: whoever copies a session copies what was printed, too. */
const SHELL = /^[\w.-]{1,32}@[\w.-]{1,64}:\S{0,200}[$#] /

function session(lines: readonly string[], at: number): Pasted | undefined {
  if (!SHELL.test(lines[at]!)) return undefined
  let end = at + 1
  while (end < lines.length && end - at < MOST_LINES && lines[end]!.trim() !== '') end++
  return { end, language: 'console' }
}

const QUERY = /^(?:select|insert into|update|delete from|create|alter|drop|grant|revoke|with|explain)\s/i
const MOST_OF_QUERY = 40

/** query: from a verb of SQL to the semicolon, without a blank line between. */
function query(lines: readonly string[], at: number): Pasted | undefined {
  if (!QUERY.test(lines[at]!.trim())) return undefined
  for (let end = at; end < Math.min(lines.length, at + MOST_OF_QUERY) && lines[end]!.trim() !== ''; end++)
    if (/;\s*$/.test(lines[end]!)) return { end: end + 1, language: 'sql' }
  return undefined
}

const FRAME = /^\s+(?:at \S|File "|\.\.\. \d+ more)/

/** stackTrace: the line above the first frame, the frames with what is indented under them, and Python's last line. */
function stackTrace(lines: readonly string[], at: number): Pasted | undefined {
  if (lines[at]!.trim() === '' || !FRAME.test(lines[at + 1] ?? '')) return undefined
  let end = at + 1
  while (end < lines.length && end - at < MOST_LINES && /^\s+\S/.test(lines[end]!)) end++
  if (/^[\w.]*(?:Error|Exception|Exit|Interrupt)\b/.test(lines[end] ?? '')) end++
  return { end, language: '' }
}
