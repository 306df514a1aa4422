// Lists as Word puts them on the clipboard: paragraphs that say their list and level in a style of Word's own, with the
// bullet or number as text. Here they become lists.

const LEVEL = /mso-list:\s*l\d+\s+level(\d+)/i
const MARKER = /mso-list:\s*ignore/i
const NUMBER = /^\s*\(?(\d+|[a-z]{1,4})[.)]/i

export const hasWordLists = (html: string): boolean => LEVEL.test(html)

type OpenList = { list: Element; tag: string }

/** withLists returns the page with Word's lists as lists, one inside the other as their levels say. */
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

/** newList goes inside the last item of the list around it, or else where the line was. */
function newList(line: Element, tag: string, marker: string, around: OpenList | undefined): Element {
  const list = line.ownerDocument.createElement(tag)
  const first = Number.parseInt(marker, 10)
  if (first > 1) list.setAttribute('start', String(first))
  if (around?.list.lastElementChild) around.list.lastElementChild.append(list)
  else line.before(list)
  return list
}

/** takeMarker takes the bullet or number out of a line, and returns it. */
function takeMarker(line: Element): string {
  const markers = [...line.querySelectorAll('span')].filter((span) => MARKER.test(span.getAttribute('style') ?? ''))
  for (const marker of markers) marker.remove()
  return markers[0]?.textContent ?? ''
}
