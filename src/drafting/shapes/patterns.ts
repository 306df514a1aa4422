// What a line looks like, told by its marks alone: headings, list entries, rows, dates, speakers, keys. No words of any
// language; the few that stand here are names in file formats (commit, Author, TODO marks are data elsewhere).

export const HEADING = /^(#{1,6})[ \t]+(\S.*)$/
/** An entry of a counted list, as issue trackers write it; alone it is a heading. */
export const COUNTED = /^# +(?=\S)/
export const SETEXT = /^(?:={3,}|-{3,})$/
export const RULE = /^(?:-{3,}|\*{3,}|_{3,}|={3,}|—{3,})$/
export const BULLET = /^(?:(?:[-*+•‣◦▪–—●○]\s+|[・･]\s*)(?:\[[ xX]\]\s+)?|\[[ xX]\]\s+)(?=\S)/
export const NUMBERED = /^(?:\(?\d{1,3}[.)．、]|\(?[a-z][.)])\s*(?=[^\s\d])/i
/** “2. Devices” above “2.1 Locks” is a heading, where texts are numbered through. */
export const CHAPTER = /^(\d{1,3})[.)]\s+/
export const CLAUSE = /^(\d{1,3})((?:\.\d{1,3}){1,4})[.)]?\s+/
export const ROW = /^\|.*\|$/
export const ROW_RULE = /^\|?[\s:|-]+\|[\s:|-]*$/

const TIME = String.raw`\d{1,2}[:.]\d{2}(?::\d{2})?(?:[.,]\d+)?(?:\s?[apAP]\.?[mM]\.?)?`
const DATE = String.raw`(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})`
/** “May 14”, as system logs write a day. */
const DAY = String.raw`\p{L}{3,9}\.?\s{1,2}\d{1,2},?`
/** A record of a log: a date, a time or both, then what happened. The date is part of the record. */
export const LOG_LINE = new RegExp(
  String.raw`^[[(]?(?:${DAY}\s(?:\d{4}\s)?${TIME}|${DATE}(?:[T ,]+${TIME}Z?(?:[+-]\d{2}:?\d{2})?)?|${TIME})[\])]?[\s:,–—-]+(?=\S)`,
  'iu',
)
/** A message of a chat: perhaps a time, then who says it. */
export const CHAT_LINE = new RegExp(
  String.raw`^(?:[[(<]?(?:${DATE}[T ,]+)?${TIME}[\])>]?[\s,–—-]*)?[<*@]*(\p{L}[\p{L}\p{M}\p{N}_.'’-]*(?: (?:\p{Lu}[\p{L}\p{M}.'’-]*|\d{1,2})){0,2})(?: ?[[(](?:${DATE}[T ,]*)?(?:${TIME})?[\])])?[>*]*:[*]*\s+(?=\S)`,
  'u',
)
const TIMED = new RegExp(`^[[(<]?(?:${DATE}[T ,]+)?${TIME}`, 'iu')
export const isTimed = (line: string): boolean => TIMED.test(line)

export const COMMIT = /^commit [0-9a-f]{7,40}(?: \(.*\))?$/
export const COMMIT_FIELD =
  /^(?:Author|AuthorDate|Commit|CommitDate|Date|Merge|Signed-off-by|Co-authored-by|Reviewed-by):\s/
export const ONE_LINE_COMMIT = /^(?:[*|\\/ ]*\s)?(?=[0-9a-f]*\d)[0-9a-f]{7,40} (?:\([^)]*\) )?(?=\S)/
/** `feat(api)!: what` of a commit's first line. */
export const COMMIT_LABEL = /^([a-z]{2,12})(?:\([^)\n]{1,40}\))?!?:\s+(?=\S)/

/** `Key: value`; the key is short and holds no mark that ends a clause. */
export const PAIR = /^([\p{L}\p{N}][^:：.?!;,|\n]{0,48}?)\s*[:：](?:\s+|(?<=：))(?=\S)/u
/** The key of a field in a mail's head. */
export const FIELD = /^[*_]*([\p{L}][\p{L}-]{1,15})[*_]*\s*[:：]\s*(.*)$/u
export const ADDRESS = /[\w.+-]+@[\w-]+\.[\w.-]+/
/** Who writes next, as forums and mail programs print it: a name in bold or a line that ends in a date or “…:”. */
export const SPEAKER_HEAD = /^(?:\*\*[^*\n]{1,60}\*\*|@[\w.-]{2,40})(?:\s+\S.{0,60})?$/u
export const MENTIONS = /^(?:@[\p{L}\p{N}_.-]+[,:]?\s+)+/u
/** “Comment [MK1]: …”, as word processors print what someone remarked beside the text. */
export const REMARK = /(?:^|(?<=\s))\p{Lu}\p{Ll}{3,15} \[\p{Lu}{1,3}\d{1,3}\]:\s/u
/** A line in brackets among the lines of a chat is nobody's message. */
export const ASIDE = /^[(（].*[)）]$/u
export const PROMPT = /^(?:\$|>>>|PS>|C:\\>|#(?= [a-z]+ -))\s+(?=\S)/
/** “--- Setup ---” is a heading, or a line between mails. */
export const RULED =
  /^(?:-{3,}|={2,}|_{3,}|\*{3,}|—{3,})\s*([^\s=_*—-].{0,60}[^\s=_*—-])\s*(?:-{3,}|={2,}|_{3,}|\*{3,}|—{3,})$/u
/** “Reply by Jo, 2026-10-02 14:11” alone on a line: who writes next, as ticket systems print it. */
export const HEAD_WITH_DATE = new RegExp(String.raw`^\p{L}[^.!?:]{1,60}[\s,|–—-]${DATE}[T ,]+${TIME}$`, 'u')
/** “mara 09:02” alone on a line: who writes next, as chats are exported. */
export const NAME_AND_TIME = new RegExp(
  String.raw`^@?\p{L}[\p{L}\p{M}\p{N}._-]*(?: [\p{L}._-]+)?\s+[[(]?(?:${DATE}[T ,]+)?${TIME}[\])]?$`,
  'u',
)
