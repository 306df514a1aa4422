// Editor views of our own blocks: callouts, details, heroes, cards and tabs (their text is the title, the body is nested;
// custom-blocks.css draws a box around both), and unknown syntax, shown as source.

import { type BlockNoteEditor, createBlockSpec } from '@blocknote/core'
import { CALLOUT_KINDS, type CalloutKind } from 'galley-blocks/block-types.ts'
import { button, element, isolateEvents, onTyped, outsideText, show, withLabel } from './controls.ts'

// biome-ignore lint/suspicious/noExplicitAny: the editor's own type for any schema.
type AnyEditor = BlockNoteEditor<any, any, any>

/** A block with a line of text and controls after it. */
function line(name: string, placeholder: string, ...controls: HTMLElement[]) {
  const contentDOM = element('div', 'galley-line')
  contentDOM.dataset.placeholder = placeholder
  return {
    dom: element('div', `galley-${name}`, contentDOM, ...controls.map(outsideText)),
    contentDOM,
    ...isolateEvents(...controls),
  }
}

const nameOf = (kind: CalloutKind): string => kind[0]!.toUpperCase() + kind.slice(1)

const callout = createBlockSpec(
  { type: 'callout', propSchema: { kind: { default: 'note', values: CALLOUT_KINDS } }, content: 'inline' },
  {
    render: ({ id, props: { kind } }, editor) => {
      const kinds = withLabel(element('select', 'galley-kind'), 'Callout type')
      for (const each of CALLOUT_KINDS) kinds.add(new Option(nameOf(each), each, false, each === kind))
      kinds.addEventListener('change', () => editor.updateBlock(id, { props: { kind: kinds.value } } as never))
      // Without a title the site shows the kind's name.
      const view = line('callout', nameOf(kind), kinds)
      view.dom.dataset.kind = kind
      return { ...view, update: ({ attrs }) => attrs.kind === kind }
    },
  },
)

const details = createBlockSpec(
  { type: 'details', propSchema: {}, content: 'inline' },
  { render: () => line('details', 'Details') },
)

const hero = createBlockSpec(
  { type: 'hero', propSchema: {}, content: 'inline' },
  { render: () => line('hero', 'Title of the hero') },
)

const cards = createBlockSpec(
  { type: 'cards', propSchema: {}, content: 'inline' },
  { render: () => line('cards', 'Title of the cards (optional)') },
)

const NEW_TAB = { type: 'tab', children: [{ type: 'paragraph' }] }

function addTab(editor: AnyEditor, id: string): void {
  const last = editor.getBlock(id)?.children.findLast(({ type }) => type === 'tab')
  const [added] = last
    ? editor.insertBlocks([NEW_TAB], last, 'after')
    : (editor.updateBlock(id, { children: [NEW_TAB] }).children ?? [])
  if (!added) return
  editor.setTextCursorPosition(added, 'start')
  editor.focus()
}

/** Also removes tabs blocks that become empty. */
function removeTab(editor: AnyEditor, id: string): void {
  const parent = editor.getParentBlock(id)
  const isOnly = parent?.type === 'tabs' && parent.children.length === 1
  editor.removeBlocks([isOnly ? parent : id])
}

/** Swaps a tab with its neighbour. */
function moveTab(editor: AnyEditor, id: string, by: 1 | -1): void {
  const parent = editor.getParentBlock(id)
  const at = parent?.children.findIndex((child: { id: string }) => child.id === id) ?? -1
  const moving = parent?.children[at]
  if (!parent || !moving || !parent.children[at + by]) return
  editor.updateBlock(parent, { children: parent.children.toSpliced(at, 1).toSpliced(at + by, 0, moving) })
  editor.setTextCursorPosition(id, 'start')
  editor.focus()
}

const tab = createBlockSpec(
  { type: 'tab', propSchema: {}, content: 'inline' },
  {
    render: ({ id }, editor) =>
      line(
        'tab',
        '',
        button('galley-tool', 'Move tab left', '‹', () => moveTab(editor, id, -1)),
        button('galley-tool', 'Move tab right', '›', () => moveTab(editor, id, 1)),
        button('galley-tool', 'Remove tab', '×', () => removeTab(editor, id)),
      ),
  },
)

const tabs = createBlockSpec(
  { type: 'tabs', propSchema: {}, content: 'none' },
  {
    render: ({ id }, editor) => {
      const add = button('galley-tool', 'Add tab', '+', () => addTab(editor, id))
      return { dom: element('div', 'galley-tabs', add), ...isolateEvents(add) }
    },
  },
)

const unknown = createBlockSpec(
  { type: 'unknown', propSchema: { syntax: { default: '' }, source: { default: '' } }, content: 'none' },
  {
    render: ({ id, props: { syntax, source } }, editor) => {
      const field = withLabel(element('textarea', 'galley-source'), 'Source')
      onTyped(field, source, (typed) => editor.updateBlock(id, { props: { source: typed } } as never))
      field.rows = Math.min(12, source.split('\n').length)
      const word = outsideText(element('span', 'galley-word', `Kept as is (${syntax || 'unknown syntax'})`))
      const update = ({ attrs }: { attrs: Record<string, unknown> }) => {
        show(field, attrs.source)
        return attrs.syntax === syntax
      }
      return {
        dom: element('div', 'galley-unknown', word, field),
        ...isolateEvents(field),
        ignoreMutation: () => true,
        update,
      }
    },
  },
)

export const CUSTOM_BLOCKS = {
  callout: callout(),
  details: details(),
  hero: hero(),
  cards: cards(),
  tabs: tabs(),
  tab: tab(),
  unknown: unknown(),
}
