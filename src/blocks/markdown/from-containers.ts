// Markdown containers → a block's type and props: callout, details, tabs, hero, cards. Unknown names become an unknown block
// around their content.

import { CALLOUT_KINDS, type CalloutKind } from 'galley-blocks/block-types.ts'
import type { RootContent } from 'mdast'
import { readMeta } from '../code-meta.ts'
import type { Container } from '../syntax/nodes.ts'
import { readInfo } from './container-info.ts'

/** Other tools' names for callouts; readers see the name as the title. */
const OTHER_NAMES: Readonly<Record<string, CalloutKind>> = {
  info: 'note',
  abstract: 'note',
  summary: 'note',
  question: 'note',
  example: 'note',
  hint: 'tip',
  success: 'tip',
  attention: 'warning',
  error: 'danger',
  failure: 'danger',
  bug: 'danger',
}

/** Undefined if the name isn't a callout's. */
export function calloutKindOf(name: string): { kind: CalloutKind; title: string } | undefined {
  const lower = name.toLowerCase()
  if (lower === 'caution') return { kind: 'danger', title: '' }
  const kind = CALLOUT_KINDS.find((one) => one === lower)
  if (kind) return { kind, title: '' }
  const other = Object.hasOwn(OTHER_NAMES, lower) ? OTHER_NAMES[lower] : undefined
  return other && { kind: other, title: `${lower[0]!.toUpperCase()}${lower.slice(1)}` }
}

type ReadContainer = { type: string; props: Record<string, unknown>; children: readonly RootContent[] }

export function readContainer(node: Container, textOf: (markdown: string) => string): ReadContainer {
  const { name, title, attributes } = readInfo(node.info)
  const words = title === '' ? '' : textOf(title)
  const { children } = node
  const callout = calloutKindOf(name)
  if (callout) return { type: 'callout', props: { kind: callout.kind, title: words || callout.title }, children }
  switch (name) {
    case 'details':
    case 'spoiler':
      return { type: 'details', props: { summary: words }, children }
    case 'hero':
    case 'cards':
      return { type: name, props: { title: words }, children }
    case 'tabs':
    case 'tab-set':
      return { type: 'tabs', props: {}, children }
    case 'tab':
    case 'tab-item':
      return { type: 'tab', props: { label: words }, children }
    case 'code-group':
      return { type: 'tabs', props: {}, children: children.map(tabOf) }
    case 'unknown':
      return readLocalCopy(attributes, children)
    default:
      return { type: 'unknown', props: { syntax: 'directive', source: `:::${node.info}` }, children }
  }
}

/** Wraps a part of a code group in a tab, labelled as the group would label it. */
function tabOf(child: RootContent): RootContent {
  if (child.type !== 'code') return child
  const { language, props } = readMeta(child.lang ?? '', child.meta ?? '')
  const label = props.title ?? language
  const meta = child.meta?.replace(`[${props.title}]`, '').trim() ?? null
  return { type: 'container', info: `tab "${label.replaceAll('"', "'")}"`, children: [{ ...child, meta }] }
}

/** Reads a source that to-markdown.ts wrapped because plain Markdown would read it as something else. */
function readLocalCopy(syntax: string, [first, ...rest]: readonly RootContent[]): ReadContainer {
  const isSource = first?.type === 'code'
  const source = isSource ? first.value : ''
  return { type: 'unknown', props: { syntax, source }, children: isSource ? rest : first ? [first, ...rest] : [] }
}
