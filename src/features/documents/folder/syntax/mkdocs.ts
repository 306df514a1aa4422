// What MkDocs' themes add to Markdown by indented blocks: `!!! note "Title"`, `??? tip`, `=== "Tab"`.

import { attributesOf } from './attributes.ts'
import { ContainerWriter, withoutMarks } from './containers.ts'
import type { Include, PageParts } from './includes.ts'
import { type Tag, translateTags } from './tags.ts'

const FENCE = /^(?:`{3,}|~{3,})/
const LEVEL = 4
const LONGEST_TAG = 4000

export function translateMkDocs(source: string, parts: PageParts): string {
  const containers = new ContainerWriter()
  const whole = translateTags(source, { name: 'mkdocs', rules: { include: { include } }, inCode: true, next }, parts)
  return containers.finish(translate(withoutMarks(whole).split('\n'), containers).join('\n'))
}

/** include reads `file.md`, `file.py:section` and `file.md:3:5`. */
function include({ words: [address = ''] }: Tag): Include | undefined {
  const [path = '', from, to] = address.split(':')
  if (path === '') return undefined
  if (from === undefined) return { path }
  return { path, part: /^\d*$/.test(from) ? { from: Number(from) || 1, to: Number(to) || Infinity } : { region: from } }
}

/** Both are in wide use: the snippets of one extension, and the tag of a plugin. */
const OPENING = /--8<--[ \t]|\{%-?[ \t]*include(?:-markdown)?[ \t]/g

function next(source: string, from: number): Tag | undefined {
  OPENING.lastIndex = from
  for (let found = OPENING.exec(source); found; found = OPENING.exec(source)) {
    const start = found.index
    const [line = ''] = source.slice(start, start + LONGEST_TAG).split('\n', 1)
    const quoted = line.split('"', 3)
    const tag = found[0].startsWith('{') ? line.slice(0, line.indexOf('%}') + 2) : `${quoted.slice(0, 2).join('"')}"`
    if (quoted.length < 3 || tag.length < found[0].length) continue
    return {
      name: 'include',
      kind: 'alone',
      ...attributesOf(`"${quoted[1]}"`),
      start,
      end: start + tag.length,
      source: tag,
    }
  }
  return undefined
}

function translate(lines: readonly string[], containers: ContainerWriter): string[] {
  const out: string[] = []
  let fence: string | undefined
  let inTabs = false
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    const mark = FENCE.exec(line.trimStart())?.[0]
    if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence)) fence = undefined
    const opening = fence === undefined ? openingIn(line) : undefined
    const isTab = opening?.mark === '==='
    if (inTabs && !isTab && line.trim() !== '') {
      out.push(containers.close(), '')
      inTabs = false
    }
    if (!opening) {
      out.push(fence === undefined && line.startsWith('#') ? withPlainId(line) : line)
      continue
    }
    const { indent } = opening
    const end = endOfBlock(lines, at + 1, indent.length + LEVEL)
    const inner = lines.slice(at + 1, end).map((one) => indent + one.slice(indent.length + LEVEL))
    if (isTab && !inTabs) out.push('', indent + containers.open('tabs'))
    inTabs ||= isTab
    out.push(indent + written(opening, containers), ...translate(inner, containers), indent + containers.close())
    at = end - 1
  }
  if (inTabs) out.push(containers.close())
  return out
}

type Opening = { indent: string; mark: '!!!' | '???' | '==='; kind: string; title: string | undefined }

/** openingIn reads a line that opens a block: a mark, a kind (none before a tab), a title in quotes. */
function openingIn(line: string): Opening | undefined {
  const text = line.trim()
  const mark = (['!!!', '???', '==='] as const).find((one) => text.startsWith(one))
  if (mark === undefined) return undefined
  const rest = text.slice(mark.length).replace(/^[+!]/, '')
  if (!/^[ \t]/.test(rest)) return undefined
  const [first, last] = [rest.indexOf('"'), rest.lastIndexOf('"')]
  const title = last > first ? rest.slice(first + 1, last) : undefined
  const kind = /^[\w-]+/.exec(rest.trimStart())?.[0] ?? ''
  if (mark === '===' ? title === undefined : kind === '') return undefined
  return { indent: line.slice(0, line.length - line.trimStart().length), mark, kind, title }
}

/** written: one that can be folded is that first, and says what it is in its title. */
function written({ mark, kind, title }: Opening, containers: ContainerWriter): string {
  if (mark === '===') return containers.open('tab', title)
  if (mark === '!!!') return containers.open(kind, title)
  return containers.open('details', title ?? kind.charAt(0).toUpperCase() + kind.slice(1))
}

/** endOfBlock: blank lines belong to what is indented after them. */
function endOfBlock(lines: readonly string[], from: number, indent: number): number {
  let end = from
  for (let at = from; at < lines.length; at++) {
    const line = lines[at]!
    if (line.trim() === '') continue
    if (line.length - line.trimStart().length < indent) break
    end = at + 1
  }
  return end
}

/** withPlainId: `## Title { #id .class }` and `{: #id }`: of the attributes only an id means something here. */
function withPlainId(line: string): string {
  const text = line.trimEnd()
  const start = text.endsWith('}') ? text.lastIndexOf('{') : -1
  const inner = text
    .slice(start + 1, -1)
    .replace(/^:/, '')
    .trim()
  if (start === -1 || !/^[#.]/.test(inner)) return line
  const id = /#([\w-]+)/.exec(inner)?.[1]
  return text.slice(0, start).trimEnd() + (id === undefined ? '' : ` {#${id}}`)
}
