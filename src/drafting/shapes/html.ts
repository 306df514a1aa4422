// HTML, comments, entities, badges and anchors in a text that is otherwise Markdown: tags become the Markdown they stand
// for, the rest is no content. Code keeps what it has.

const ENTITIES: Record<string, string> = {
  nbsp: ' ',
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  mdash: '—',
  ndash: '–',
  hellip: '…',
}
const ENTITY = /&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8});/gi
const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]{0,2000})?)\/?>/gi
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g
const PICTURE = /\[?!\[[^\]\n]{0,300}\]\([^()\n]{0,1000}\)(?:\]\([^()\n]{0,1000}\))?/g
/** Tags are HTML when HTML knows them: `<host>` in a text is a placeholder. */
const KNOWN =
  /^(?:a|abbr|b|blockquote|br|center|code|dd|del|details|div|dl|dt|em|font|h[1-6]|hr|i|iframe|img|ins|kbd|li|ol|p|pre|s|script|small|span|strong|style|sub|summary|sup|table|tbody|td|th|thead|tr|u|ul|svg|picture|source|section|article|header|footer|nav|main|figure|figcaption)$/i

const OPENING: Record<string, string> = {
  br: '\n',
  p: '\n\n',
  div: '\n\n',
  tr: '\n',
  ul: '\n',
  ol: '\n',
  li: '\n- ',
  td: ' ',
  th: ' ',
  dt: '\n',
  dd: '\n',
  hr: '\n\n',
}
const MARKS: Record<string, string> = { b: '**', strong: '**', em: '*', i: '*', code: '`', kbd: '`' }

/** withoutHtml cleans one piece of text that is not code; a tag may become line ends. */
export function withoutHtml(text: string): string {
  let clean = text
  if (clean.includes('![')) clean = clean.replace(PICTURE, '')
  if (clean.includes('<!--')) clean = clean.replace(COMMENT, '')
  if (clean.includes('<'))
    clean = outsideSpans(clean, (part) => part.replace(TAG, (tag, closing, name) => replaced(tag, closing, name)))
  if (clean.includes('&'))
    clean = outsideSpans(clean, (part) => part.replace(ENTITY, (entity, name: string) => decoded(entity, name)))
  return clean
}

const outsideSpans = (text: string, change: (part: string) => string): string =>
  text.includes('`')
    ? text
        .split(/(`[^`\n]*`)/)
        .map((part, index) => (index % 2 === 1 ? part : change(part)))
        .join('')
    : change(text)

function replaced(tag: string, closing: string, written: string): string {
  const name = written.toLowerCase()
  if (!KNOWN.test(name)) return tag
  if (MARKS[name]) return MARKS[name]
  const heading = /^h([1-6])$/.exec(name)
  if (heading) return closing ? '\n\n' : `\n\n${'#'.repeat(Number(heading[1]))} `
  if (closing) return name === 'p' || name === 'div' || name === 'ul' || name === 'ol' ? '\n\n' : ''
  return OPENING[name] ?? ''
}

function decoded(entity: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? entity
  const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}
