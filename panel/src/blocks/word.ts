// Converts Word's lists on the clipboard: paragraphs with their list and level in a proprietary style, and the bullet or
// number as text.

const LEVEL = /mso-list:\s*l\d+\s+level(\d+)/i
const MARKER = /mso-list:\s*ignore/i
const NUMBER = /^\s*\(?(\d+|[a-z]{1,4})[.)]/i

export const hasWordLists = (html: string): boolean => LEVEL.test(html)

type OpenList = { list: Element; tag: string }

/** Nests lists by their levels. */
export function withLists(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html')
  let open: OpenList[] = []
  for (const line of page.querySelectorAll('p')) {
    const level = Number(LEVEL.exec(line.getAttribute('style') ?? '')?.[1] ?? 0)
    if (level === 0) continue
    if (line.previousElementSibling !== open[0]?.list) open = []
    const marker = takeMarker(line)
    const tag = NUMBER.test(marker) ? 'ol' : 'ul'
    open = open.slice(0, level)
    if (open.length === level && open.at(-1)?.tag !== tag) open.pop()
    if (open.length < level) open.push({ tag, list: newList(line, tag, marker, open.at(-1)) })
    const item = page.createElement('li')
    item.append(...line.childNodes)
    open.at(-1)?.list.append(item)
    line.remove()
  }
  return page.body.innerHTML
}

/** Goes into the last item of the enclosing list, else in place of the line. */
function newList(line: Element, tag: string, marker: string, around: OpenList | undefined): Element {
  const list = line.ownerDocument.createElement(tag)
  const first = Number.parseInt(marker, 10)
  if (first > 1) list.setAttribute('start', String(first))
  if (around?.list.lastElementChild) around.list.lastElementChild.append(list)
  else line.before(list)
  return list
}

/** Removes and returns a line's bullet or number. */
function takeMarker(line: Element): string {
  const markers = [...line.querySelectorAll('span')].filter((span) => MARKER.test(span.getAttribute('style') ?? ''))
  for (const marker of markers) marker.remove()
  return markers[0]?.textContent ?? ''
}
