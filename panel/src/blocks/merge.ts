// Two people changed one text: block by block, what only one of them changed is taken from them. Where both changed the
// same block, or one changed what the other deleted, there is no answer, and a person has to choose.

import type { Block } from '../api/open.ts'

/** What the editor writes into every block that it opens, and what it drops, is nobody's change, as for the service. */
export const EDITOR_DEFAULTS: Record<string, unknown> = {
  textColor: 'default',
  backgroundColor: 'default',
  textAlignment: 'left',
  isToggleable: false,
  checked: false,
  showPreview: true,
  name: '',
  caption: '',
  url: '',
  colspan: 1,
  rowspan: 1,
}
export const UNKNOWN_TO_EDITOR = new Set(['link', 'meta'])

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** sorted: an object is the same whatever the order of its keys. */
const sorted = (entries: [string, unknown][]) => entries.sort(([one], [other]) => (one < other ? -1 : 1))

const propsOf = (props: unknown) =>
  sorted(
    Object.entries(isRecord(props) ? props : {}).filter(
      ([key, value]) => value != null && EDITOR_DEFAULTS[key] !== value && !UNKNOWN_TO_EDITOR.has(key),
    ),
  )

const stylesOf = (styles: unknown) =>
  sorted(Object.entries(isRecord(styles) ? styles : {}).filter(([, value]) => value !== false && value !== 'default'))

function inlineOf(content: unknown): unknown[] {
  const items = typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? content : []
  const plain: { text?: string; rest: string }[] = []
  for (const item of items) {
    if (!isRecord(item) || item.type !== 'text') {
      const isLink = isRecord(item) && item.type === 'link'
      plain.push({ rest: JSON.stringify(isLink ? ['link', item.href, inlineOf(item.content)] : item) })
      continue
    }
    const rest = JSON.stringify(stylesOf(item.styles))
    const last = plain.at(-1)
    // The editor joins neighbours of one style.
    if (last?.text !== undefined && last.rest === rest) last.text += String(item.text)
    else if (item.text !== '') plain.push({ text: String(item.text), rest })
  }
  return plain
}

function contentOf(content: unknown): unknown {
  if (!isRecord(content) || !Array.isArray(content.rows)) return isRecord(content) ? content : inlineOf(content)
  const cells = (row: unknown) => (isRecord(row) && Array.isArray(row.cells) ? row.cells : [])
  const widths = Array.isArray(content.columnWidths) ? content.columnWidths : []
  return [
    widths.some((width) => width != null) ? widths : [],
    content.headerRows ?? 0,
    content.headerCols ?? 0,
    content.rows.map((row) =>
      cells(row).map((cell) => (isRecord(cell) ? [inlineOf(cell.content), propsOf(cell.props)] : [inlineOf(cell), []])),
    ),
  ]
}

/** meaningOf is the same for blocks that say the same, with all that is nested in them. */
const meaningOf = ({ type, props, content, children }: Block): string =>
  JSON.stringify([type, propsOf(props), contentOf(content), (children ?? []).map(meaningOf)])

const idsOf = (blocks: Block[]): string[] => blocks.flatMap(({ id, children }) => [id, ...idsOf(children ?? [])])

/** mergeBlocks is the text with both changes, or undefined where they touch the same. */
export function mergeBlocks(base: Block[], mine: Block[], theirs: Block[]): Block[] | undefined {
  const [was, own, other] = [base, mine, theirs].map((blocks) => new Map(blocks.map((block) => [block.id, block])))
  if (!was || !own || !other) return undefined
  const saysSame = (one: Block | undefined, two: Block | undefined) =>
    one === undefined || two === undefined ? one === two : meaningOf(one) === meaningOf(two)
  const ids = new Set([...was.keys(), ...own.keys(), ...other.keys()])
  const changed = new Set([...ids].filter((id) => !saysSame(was.get(id), own.get(id))))
  for (const id of changed)
    if (!saysSame(was.get(id), other.get(id)) && !saysSame(own.get(id), other.get(id))) return undefined

  const orderIn = (blocks: Block[]) =>
    blocks
      .map(({ id }) => id)
      .filter((id) => was.has(id) && own.has(id) && other.has(id))
      .join()
  const [before, mineNow, theirsNow] = [orderIn(base), orderIn(mine), orderIn(theirs)]
  if (mineNow !== before && theirsNow !== before && mineNow !== theirsNow) return undefined
  const [frame, added] = mineNow === before ? [theirs, mine] : [mine, theirs]
  const inFrame = new Set(frame.map(({ id }) => id))
  const order = frame.map(({ id }) => id).filter((id) => !was.has(id) || (own.has(id) && other.has(id)))
  let place = 0
  for (const { id } of added) {
    const known = order.indexOf(id)
    if (known >= 0) place = known + 1
    else if (!was.has(id) && !inFrame.has(id)) order.splice(place++, 0, id)
  }
  const merged = order.map((id) => (changed.has(id) ? own.get(id) : other.get(id))!)
  // A block that both moved into others would be there twice.
  const all = idsOf(merged)
  return new Set(all).size === all.length ? merged : undefined
}
