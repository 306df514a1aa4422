// MDX → Markdown's tree without MDX: imports and exports are gone, components become containers, elements become HTML, and
// unknown syntax is kept unchanged. A component imported from another page is replaced by that page's text.

import type { Heading, Html, Paragraph, PhrasingContent, Root, RootContent, Table } from 'mdast'
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx'
import type { PresetName } from '../../preset-names.ts'
import { importsOf } from '../literal.ts'
import { type Component, componentOf } from './components.ts'
import { resolvePictures } from './pictures.ts'

type Jsx = MdxJsxFlowElement | MdxJsxTextElement
/** `parse` throws on invalid MDX; `partAt` is the tree of an imported page. */
export type Mdx = {
  preset: PresetName
  source: string
  partAt: (path: string) => { tree: Root; mdx: Mdx } | undefined
  /** textAt is a text that a program beside the page exports, by the path of an import; without a name all of that file. */
  textAt: (path: string, name?: string) => string | undefined
  /** onComment is called for each comment that is left out. */
  onComment: () => void
}

/** The page's imports: pages by name, and sources of texts. */
type Parts = { pages: ReadonlyMap<string, string>; texts: ReadonlyMap<string, { path: string; name?: string }> }

/** The ESM blocks of a page. */
const programsIn = (tree: Root): string[] =>
  tree.children.flatMap((node) => (node.type === 'mdxjsEsm' ? [node.value] : []))

export function withoutMdx(tree: Root, mdx: Mdx): Root {
  const imports = programsIn(tree).flatMap((program) => importsOf(program))
  resolvePictures(tree, imports)
  const pages = new Map(imports.filter(({ from }) => /\.mdx?$/.test(from)).map(({ name, from }) => [name, from]))
  const texts = imports.flatMap(({ name, from, imported }): [string, { path: string; name?: string }][] => {
    const raw = /^!!raw-loader!(.+)$|^(.+)\?raw$/.exec(from)
    if (raw) return [[name, { path: (raw[1] ?? raw[2])! }]]
    return imported !== undefined && from.startsWith('.') ? [[name, { path: from, name: imported }]] : []
  })
  return { type: 'root', children: flowOf(tree.children, mdx, { pages, texts: new Map(texts) }) }
}

function flowOf(nodes: readonly RootContent[], mdx: Mdx, parts: Parts): RootContent[] {
  return nodes.flatMap((node): RootContent[] => {
    switch (node.type) {
      case 'mdxjsEsm':
        return []
      case 'mdxFlowExpression':
        return isComment(node.value, mdx) ? [] : spoken(node, mdx)
      case 'mdxJsxFlowElement':
        return elementOf(node, flowOf(node.children, mdx, parts), mdx, parts)
      case 'paragraph':
        return lifted(node, mdx, parts) ?? withKept(node, mdx)
      case 'heading':
        return withKept(withPlainId(node), mdx)
      case 'table':
        return tableOf(node, mdx)
      default:
        return 'children' in node
          ? [{ ...node, children: flowOf(node.children as RootContent[], mdx, parts) } as RootContent]
          : [node]
    }
  })
}

/** Unwraps a line that consists of one string expression. */
function spoken(node: Extract<RootContent, { type: 'mdxFlowExpression' }>, mdx: Mdx): RootContent[] {
  const text = literalOf(node.value)
  if (text === undefined) return [asUnknown(mdx, sourceOf(node, mdx))]
  return text.trim() === '' ? [] : [paragraph([{ type: 'text', value: text }])]
}

const HEADING_ID = /^\s*\/\*\s*#([^\s*]+)\s*\*\/\s*$/

/** Moves a heading's id from a comment, as MDX has no `{#id}`. */
function withPlainId(heading: Heading): Heading {
  const last = heading.children.at(-1)
  const id = last?.type === 'mdxTextExpression' ? HEADING_ID.exec(last.value)?.[1] : undefined
  if (id === undefined) return heading
  return { ...heading, children: [...heading.children.slice(0, -1), { type: 'text', value: ` {#${id}}` }] }
}

/** The code inside a component of any name. */
function codeOf(node: Jsx, mdx: Mdx, { texts }: Parts): RootContent | undefined {
  if (node.name === null || isElement(node.name)) return undefined
  const textOf = (expression: string) => {
    const from = texts.get(expression.trim())
    return from ? mdx.textAt(from.path, from.name) : literalOf(expression)
  }
  const [only, ...others] = node.children.filter((child) => child.type !== 'text' || child.value.trim() !== '')
  const given = node.attributes.find((one) => one.type === 'mdxJsxAttribute' && one.name === 'code')?.value
  const isInside = /Code/.test(node.name) && others.length === 0
  let value = typeof given === 'string' ? given : given ? textOf(given.value) : undefined
  if (isInside && (only?.type === 'mdxFlowExpression' || only?.type === 'mdxTextExpression')) value = textOf(only.value)
  if (value === undefined) return undefined
  const title = attributeOf(node, ['title', 'filename'])
  const lang = attributeOf(node, ['lang', 'language']) ?? (typeof given === 'object' ? 'ts' : null)
  return { type: 'code', lang, meta: title ? `title="${title}"` : null, value: value.replace(/\n$/, '') }
}

/** Turns a paragraph that consists of one component, `<Aside>Text</Aside>`, into a block; undefined for others. */
function lifted({ children }: Paragraph, mdx: Mdx, parts: Parts): RootContent[] | undefined {
  const elements = children.filter((child) => child.type !== 'text' || child.value.trim() !== '')
  if (elements.length === 0 || !elements.every((child) => child.type === 'mdxJsxTextElement')) return undefined
  return elements.flatMap((child) => {
    const code = codeOf(child, mdx, parts)
    if (code) return [code]
    const html = plainHtml([child])
    if (html !== undefined) return [{ type: 'html', value: html }]
    const inner = child.children.length === 0 ? [] : withKept({ type: 'paragraph', children: child.children }, mdx)
    return elementOf({ ...child, type: 'mdxJsxFlowElement', children: [] } as MdxJsxFlowElement, inner, mdx, parts)
  })
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Serialises text and elements; undefined if there are other nodes. */
function plainHtml(nodes: readonly PhrasingContent[]): string | undefined {
  let html = ''
  for (const node of nodes) {
    if (node.type === 'text') html += escaped(node.value)
    else if (node.type === 'inlineCode') html += `<code>${escaped(node.value)}</code>`
    else if (node.type === 'mdxJsxTextElement' && node.name !== null && isElement(node.name)) {
      const inner = plainHtml(node.children)
      if (inner === undefined) return undefined
      const { opening, closing } = htmlOf(node)
      html += opening + inner + closing
    } else return undefined
  }
  return html
}

/** Unknown inline syntax is appended after the paragraph; its text stays in place. */
function withKept(node: Extract<RootContent, { type: 'paragraph' | 'heading' }>, mdx: Mdx): RootContent[] {
  const unknown: RootContent[] = []
  const children = phraseOf(node.children, mdx, unknown)
  // A paragraph that was only a comment is gone with it.
  return [...(children.length > 0 ? [{ ...node, children }] : []), ...unknown]
}

/** Cells hold text only; unknown syntax is appended after the table. */
function tableOf(table: Table, mdx: Mdx): RootContent[] {
  const unknown: RootContent[] = []
  const rows = table.children.map((row) => ({
    ...row,
    children: row.children.map((cell) => ({ ...cell, children: phraseOf(cell.children, mdx, unknown) })),
  }))
  return [{ ...table, children: rows }, ...unknown]
}

function phraseOf(nodes: readonly PhrasingContent[], mdx: Mdx, unknown: RootContent[]): PhrasingContent[] {
  return nodes.flatMap((node): PhrasingContent[] => {
    if (node.type === 'mdxTextExpression') {
      if (isComment(node.value, mdx)) return []
      const text = literalOf(node.value)
      if (text === undefined) unknown.push(asUnknown(mdx, sourceOf(node, mdx)))
      return text === undefined || text === '' ? [] : [{ type: 'text', value: text }]
    }
    if (node.type === 'mdxJsxTextElement') return inlineOf(node, mdx, unknown)
    return 'children' in node
      ? [{ ...node, children: phraseOf(node.children as PhrasingContent[], mdx, unknown) } as PhrasingContent]
      : [node]
  })
}

/** asHtml puts an element's children between its tags. */
function asHtml<T extends RootContent>(node: MdxJsxFlowElement | MdxJsxTextElement, children: T[]): (T | Html)[] {
  const { opening, closing } = htmlOf(node)
  const end: Html[] = closing ? [{ type: 'html', value: closing }] : []
  return [{ type: 'html', value: opening }, ...children, ...end]
}

function inlineOf(node: MdxJsxTextElement, mdx: Mdx, unknown: RootContent[]): PhrasingContent[] {
  const { name } = node
  const component = name === null ? undefined : componentOf(mdx.preset, name)
  const isMeant = name === null || isElement(name) || (component && !('container' in component || 'part' in component))
  const isKept = !isMeant || isLost(node, component)
  if (isKept) unknown.push(asUnknown(mdx, sourceOf(node, mdx)))
  // A kept element includes those nested in it.
  const children = phraseOf(node.children, mdx, isKept ? [] : unknown)
  if (name === null) return children
  if (isElement(name)) return asHtml(node, children)
  if (component && 'text' in component) return [{ type: 'text', value: attributeOf(node, component.text) ?? '' }]
  if (component && 'item' in component)
    return [{ type: 'inlineCode', value: attributeOf(node, component.item) ?? '' }, ...children]
  if (component && 'picture' in component) return pictureOf(node, component) ?? children
  if (component && 'dropped' in component) return []
  if (component && 'video' in component) return [...videoOf(node, component), ...children]
  const title = component && 'title' in component && component.title ? attributeOf(node, component.title) : undefined
  if (component && 'transparent' in component) return [...linkOf(node, component, title), ...children]
  if (children.length > 0) return children
  const label = attributeOf(node, ['text', 'title', 'label', 'version', 'v'])
  return label === undefined ? [] : [{ type: 'text', value: label }]
}

function elementOf(node: MdxJsxFlowElement, children: RootContent[], mdx: Mdx, parts: Parts): RootContent[] {
  const { name } = node
  if (name === null) return children
  const component = componentOf(mdx.preset, name)
  if (isLost(node, component)) return [asUnknown(mdx, openingOf(node, mdx), children)]
  if (isElement(name)) return asHtml(node, children)
  const code = codeOf(node, mdx, parts)
  if (code) return [code]
  const part =
    parts.pages.get(name) ?? (component && 'part' in component ? attributeOf(node, component.part) : undefined)
  const included = part === undefined ? undefined : mdx.partAt(part)
  if (included) return withoutMdx(included.tree, included.mdx).children
  const slot = name === 'Fragment' ? attributeOf(node, ['slot']) : undefined
  // A component with named slots is treated as tabs.
  if (slot !== undefined) return [container('tab', slot, children)]
  if (!component || 'part' in component) return [asUnknown(mdx, openingOf(node, mdx), children)]
  if ('container' in component && children.length === 0) return emptyOf(node, component, mdx)
  return knownOf(node, component, children)
}

/** Components without content: tabs carry commands in attributes; others are kept. */
function emptyOf(node: Jsx, component: Extract<Component, { container: string }>, mdx: Mdx): RootContent[] {
  if (component.container !== 'tabs') return [asUnknown(mdx, sourceOf(node, mdx))]
  const tabs = node.attributes.flatMap((one) => {
    const value = one.type === 'mdxJsxAttribute' ? givenBy(one) : undefined
    if (value === undefined || one.type !== 'mdxJsxAttribute') return []
    return [container('tab', one.name, [{ type: 'code', lang: 'sh', value }])]
  })
  return tabs.length === 0 ? [asUnknown(mdx, sourceOf(node, mdx))] : [container('tabs', '', tabs)]
}

function knownOf(node: Jsx, component: Exclude<Component, { part: unknown }>, children: RootContent[]): RootContent[] {
  if ('dropped' in component) return []
  if ('text' in component) {
    const text = attributeOf(node, component.text) ?? ''
    return [...(text === '' ? [] : [paragraph([{ type: 'text' as const, value: text }])]), ...children]
  }
  if ('picture' in component)
    return [...(pictureOf(node, component) ?? []).map((picture) => paragraph([picture])), ...children]
  if ('item' in component) return [itemOf(node, component, children)]
  if ('video' in component) return [...videoOf(node, component).map((link) => paragraph([link])), ...children]
  const title = component.title ? attributeOf(node, component.title) : undefined
  if ('transparent' in component) {
    const line = [...pointOf(component, title), ...linkOf(node, component, title)]
    const description = attributeOf(node, ['description'])
    const content = [
      ...(line.length > 0 ? [paragraph(line)] : []),
      ...(description ? [paragraph([{ type: 'text', value: description }])] : []),
      ...children,
    ]
    if (!component.isStep) return content
    return [{ type: 'list', ordered: true, children: [{ type: 'listItem', children: content as never }] }]
  }
  const kind = component.kind ? attributeOf(node, component.kind) : undefined
  return [container(kind && /^[a-z]+$/i.test(kind) ? kind : component.container, title ?? '', children)]
}

/** The anchor that the tool gives a title. */
function pointOf({ anchor }: { anchor?: string }, title: string | undefined): Html[] {
  if (anchor === undefined || title === undefined) return []
  const id = anchor + title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')
  return [{ type: 'html', value: `<a id="${id}"></a>` }]
}

/** A list item for a parameter or file: name, description, and children. */
function itemOf(node: Jsx, component: Extract<Component, { item: unknown }>, children: RootContent[]): RootContent {
  const name = attributeOf(node, component.item) ?? ''
  const isRequired = node.attributes.some((one) => one.type === 'mdxJsxAttribute' && one.name === 'required')
  const given = attributeOf(node, ['default'])
  const facts = [attributeOf(node, ['type']), isRequired && 'required', given && `default: ${given}`].filter(Boolean)
  const line: PhrasingContent[] = [
    ...pointOf(component, name),
    { type: 'inlineCode', value: name },
    { type: 'text', value: facts.length === 0 ? '' : ` ${facts.join(', ')}` },
  ]
  const item = { type: 'listItem' as const, children: [paragraph(line), ...children] as never }
  return { type: 'list', ordered: false, children: [item] }
}

/** The linked title of a card or step. */
function linkOf(node: Jsx, component: Extract<Component, { transparent: true }>, title: string | undefined) {
  if (title === undefined || title === '') return []
  const href = component.href && attributeOf(node, component.href)
  const words: PhrasingContent[] = [{ type: 'text', value: title }]
  if (href) return [{ type: 'link' as const, url: href, children: words as [{ type: 'text'; value: string }] }]
  return [{ type: 'strong' as const, children: words }]
}

/** isLost: an image with a computed address, which can't be shown and must be reported. */
const isLost = (node: Jsx, component: Component | undefined): boolean =>
  component && 'picture' in component
    ? pictureOf(node, component) === undefined
    : node.name === 'img' && attributeOf(node, ['src']) === undefined

function pictureOf(
  node: Jsx,
  component: Extract<Component, { picture: readonly string[] }>,
): PhrasingContent[] | undefined {
  const url = attributeOf(node, component.picture)
  return url === undefined
    ? undefined
    : [{ type: 'image', url, alt: attributeOf(node, ['alt', 'caption', 'title']) ?? '' }]
}

/** videoOf shows the video of another site; an id that is an address already stays one. */
function videoOf(node: Jsx, { video }: Extract<Component, { video: string }>): PhrasingContent[] {
  const id = attributeOf(node, ['id', 'videoId', 'youTubeId', 'video', 'url', 'src'])
  if (id === undefined) return []
  const url = /^https?:/.test(id) ? id : video + encodeURIComponent(id)
  return [{ type: 'image', url, alt: attributeOf(node, ['title', 'alt']) ?? '' }]
}

const paragraph = (children: PhrasingContent[]): RootContent => ({ type: 'paragraph', children })

const container = (name: string, title: string, children: RootContent[]): RootContent =>
  ({
    type: 'container',
    info: title === '' ? name : `${name}[${title.replace(/\s+/g, ' ').replace(/[\\[\]*_`<]/g, '\\$&')}]`,
    children,
  }) as RootContent

/** An unknown block: its source, then its content. */
const asUnknown = ({ preset }: Mdx, source: string, children: RootContent[] = []): RootContent =>
  ({
    type: 'container',
    info: `unknown{${preset === 'plain' ? 'mdx' : preset}}`,
    children: [{ type: 'code', value: source }, ...children],
  }) as RootContent

const isElement = (name: string): boolean => /^[a-z][a-z0-9-]*$/.test(name)

type Positioned = { position?: { start: { offset?: number }; end: { offset?: number } } | undefined }

const sourceOf = ({ position }: Positioned, { source }: Mdx): string =>
  source.slice(position?.start.offset, position?.end.offset)

/** The opening tag alone. */
function openingOf(node: Jsx, mdx: Mdx): string {
  const whole = sourceOf(node, mdx)
  const first = node.children[0]?.position?.start.offset
  return first === undefined ? whole : whole.slice(0, first - (node.position?.start.offset ?? 0)).trimEnd()
}

function attributeOf({ attributes }: Jsx, names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = attributes.find((one) => one.type === 'mdxJsxAttribute' && one.name === name)
    const text = found && givenBy(found)
    if (text !== undefined) return text
  }
  return undefined
}

/** An attribute's value; undefined if it has none or an expression. */
const givenBy = ({ value }: Jsx['attributes'][number]): string | undefined =>
  typeof value === 'object' ? literalOf(value?.value ?? '') : value

/** The string of an expression that is a string literal. */
function literalOf(expression: string): string | undefined {
  const [, quote, text] = /^\s*(["'`])([\s\S]*)\1\s*$/.exec(expression) ?? []
  if (text === undefined || text.includes(quote!) || text.includes('${')) return undefined
  return text.replace(/\\([\\"'`])|\\n/g, (_, sign: string | undefined) => sign ?? '\n')
}

function isComment(expression: string, { onComment }: Mdx): boolean {
  const rest = withoutComments(expression).trim()
  if (rest === '' && expression.trim() !== '') onComment()
  return rest === ''
}

function withoutComments(expression: string): string {
  let rest = ''
  let at = 0
  for (let start = expression.indexOf('/*'); start !== -1; start = expression.indexOf('/*', at)) {
    const end = expression.indexOf('*/', start + 2)
    if (end === -1) break
    rest += expression.slice(at, start)
    at = end + 2
  }
  return rest + expression.slice(at)
}

const VOID = new Set(['area', 'br', 'col', 'hr', 'img', 'input', 'source', 'track', 'wbr'])
const ATTRIBUTE_NAMES: Readonly<Record<string, string>> = { className: 'class', htmlFor: 'for' }

/** htmlOf writes the tags of an element; an attribute that is a program is left out. */
function htmlOf(node: Jsx): { opening: string; closing: string } {
  const name = node.name!
  const attributes = node.attributes.flatMap((one) => {
    if (one.type !== 'mdxJsxAttribute' || /^on[A-Z]/.test(one.name)) return []
    const value = one.value === null || one.value === undefined ? '' : givenBy(one)
    if (value === undefined || !/^[\w:.-]+$/.test(one.name)) return []
    return ` ${ATTRIBUTE_NAMES[one.name] ?? one.name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
  })
  return { opening: `<${name}${attributes.join('')}>`, closing: VOID.has(name) ? '' : `</${name}>` }
}
