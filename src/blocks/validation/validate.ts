// Validation: turns anything into blocks that the rest of the code may trust, or reports all errors. Valid input stays
// exactly as the editor wrote it; only missing ids, props, children and styles are filled in.

import { randomUUID } from 'node:crypto'
import { blockTypeSpec } from 'galley-blocks/block-types.ts'
import { type Block, isRecord, isUsableId, MAX_BLOCKS, MAX_DEPTH, MAX_ID_LENGTH } from 'galley-blocks/model.ts'
import {
  dictType,
  type Issue,
  type Loc,
  listType,
  missing,
  stringTooLong,
  stringTooShort,
  stringType,
  tooLong,
  valueError,
} from '#issues.ts'
import { innerText } from '../markdown/html-source.ts'
import { Problems } from './problems.ts'
import { checkContent, checkUrlProps, keepUnlessChanged, URL_PROPS } from './validate-content.ts'

/** The blocks, or every error with its location in the list. */
export function validateBlocks(
  input: unknown,
  makeId: () => string = randomUUID,
): { blocks: Block[] } | { errors: Issue[] } {
  const problems = new Problems()
  if (!Array.isArray(input)) {
    problems.add(listType([], input))
    return { errors: problems.found }
  }
  checkCount(input, problems)
  if (problems.found.length > 0) return { errors: problems.found }
  const walk: Walk = { problems, makeId, seen: new Set() }
  const blocks = keepUnlessChanged(input, (item, index) => checkBlock(item, [index], 1, walk))
  // checkBlock has checked or reported every field of Block.
  return problems.found.length > 0 ? { errors: problems.found } : { blocks: blocks as Block[] }
}

/** For blocks from from-markdown.ts, which can only be too many. */
export function validateConverted(blocks: Block[]): { blocks: Block[] } | { errors: Issue[] } {
  const problems = new Problems()
  checkCount(blocks, problems)
  return problems.found.length > 0 ? { errors: problems.found } : { blocks }
}

type Walk = { problems: Problems; makeId: () => string; seen: Set<string> }

function checkCount(roots: unknown[], problems: Problems): void {
  const count = countBlocks(roots)
  if (count <= MAX_BLOCKS) return
  problems.add(tooLong([], undefined, MAX_BLOCKS, count))
}

// Counted first and without recursion, so that hostile documents are cheap.
function countBlocks(roots: unknown[]): number {
  const lists: unknown[][] = [roots]
  let count = 0
  for (let list = lists.pop(); list; list = lists.pop()) {
    count += list.length
    for (const item of list) {
      if (isRecord(item) && Array.isArray(item.children) && item.children.length > 0) lists.push(item.children)
    }
  }
  return count
}

function checkBlock(item: unknown, loc: Loc, level: number, walk: Walk): unknown {
  const { problems } = walk
  if (!isRecord(item)) {
    problems.add(dictType(loc, item))
    return item
  }
  const filled: Record<string, unknown> = {}
  const name = typeof item.id === 'string' && item.id !== '' ? `"${item.id.slice(0, 40)}"` : `at ${loc.join('.')}`
  checkId(item.id, loc, walk, filled)
  checkType(item, loc, problems)
  const isKnown = blockTypeSpec(item.type) !== undefined

  if (item.props === undefined || item.props === null) filled.props = {}
  else if (isRecord(item.props)) {
    // GitHub's name for our 'danger'.
    const isCaution = item.type === 'callout' && item.props.kind === 'caution'
    if (isCaution) filled.props = { ...item.props, kind: 'danger' }
    else checkProps(item.type, item.props, name, [...loc, 'props'], problems)
  } else problems.add(dictType([...loc, 'props'], item.props))

  if (item.type === 'unknown' && item.content === undefined) filled.content = textOfSource(item)
  // The editor omits empty content; null means the same.
  if (item.content === null) filled.content = undefined
  else if (item.content !== undefined) {
    const content = checkContent(item.content, isKnown, name, [...loc, 'content'], problems)
    if (content !== item.content) filled.content = content
  }

  if (item.children === undefined || item.children === null) filled.children = []
  else if (!Array.isArray(item.children)) problems.add(listType([...loc, 'children'], item.children))
  else if (level >= MAX_DEPTH && item.children.length > 0) {
    const reason = `Block ${name} has children at level ${MAX_DEPTH + 1}, and at most ${MAX_DEPTH} levels are kept`
    problems.add(valueError([...loc, 'children'], reason, item.children))
  } else {
    const children = keepUnlessChanged(item.children, (child, index) =>
      checkBlock(child, [...loc, 'children', index], level + 1, walk),
    )
    if (children !== item.children) filled.children = children
  }
  return withFilled(item, filled)
}

/** The default for a kept source without visible text: the text inside. */
function textOfSource({ props, children }: Record<string, unknown>): unknown {
  const source = isRecord(props) && typeof props.source === 'string' ? props.source : ''
  const text = Array.isArray(children) && children.length > 0 ? '' : innerText(source)
  return text === '' ? [] : [{ type: 'text', text, styles: {} }]
}

function withFilled(item: Record<string, unknown>, filled: Record<string, unknown>): Record<string, unknown> {
  const keys = Object.keys(filled)
  if (keys.length === 0) return item
  const block = { ...item, ...filled }
  if (block.content === undefined) delete block.content
  return block
}

function checkId(id: unknown, loc: Loc, walk: Walk, filled: Record<string, unknown>): void {
  if (id === undefined || id === null || id === '') {
    filled.id = walk.makeId()
    return
  }
  if (isUsableId(id) && !walk.seen.has(id)) {
    walk.seen.add(id)
    return
  }
  const at = [...loc, 'id']
  if (typeof id !== 'string') {
    walk.problems.add(stringType(at, id))
  } else if (id.length > MAX_ID_LENGTH) {
    walk.problems.add(stringTooLong(at, id, MAX_ID_LENGTH))
  } else if (id === '__proto__') {
    walk.problems.add(valueError(at, 'Block id "__proto__" is not allowed', id))
  } else {
    walk.problems.add(valueError(at, `Block id "${id}" is used more than once`, id))
  }
}

function checkType(item: Record<string, unknown>, loc: Loc, problems: Problems): void {
  const at = [...loc, 'type']
  if (item.type === undefined) problems.add(missing(at, item))
  else if (typeof item.type !== 'string') problems.add(stringType(at, item.type))
  else if (item.type === '') problems.add(stringTooShort(at, '', 1))
}

/** Checks the props of known types; URLs are checked in all types. */
function checkProps(type: unknown, props: Record<string, unknown>, name: string, loc: Loc, problems: Problems): void {
  const urls = new Set<string>(URL_PROPS)
  for (const [key, spec] of Object.entries(blockTypeSpec(type)?.props ?? {})) {
    if (spec.kind === 'url') urls.add(key)
    const value = props[key]
    // The editor writes null only where there is no default.
    if (value === undefined || (value === null && spec.default === undefined)) continue
    if (spec.kind === 'integer') problems.integer([...loc, key], value, spec.min, spec.max)
    else if (spec.kind === 'choice') checkChoice(value, spec.values ?? [], name, [...loc, key], problems)
    else if (spec.kind === 'url' && typeof value !== 'string') problems.add(stringType([...loc, key], value))
  }
  checkUrlProps(props, urls, name, loc, problems)
}

function checkChoice(value: unknown, values: readonly string[], name: string, loc: Loc, problems: Problems): void {
  if (typeof value === 'string' && values.includes(value)) return
  problems.add(valueError(loc, `Block ${name} has a ${loc.at(-1)} other than ${values.join(', ')}`, value))
}
