// The editor's views of the blocks that are ours: callouts, details and tabs, whose line of text is their title and whose body
// is nested below it, and syntax that nobody knows, shown as its source. And the title of code.

import { createBlockSpec } from '@blocknote/core'
import { CALLOUT_KINDS } from 'galley-blocks/block-types.ts'

type ChangeProps = (props: Record<string, string>) => void
type BlockOfOurs = { id: string; props: Record<string, unknown> }
/** An Updater is the part of the editor that a control needs. */
type Updater = { updateBlock: (id: string, change: never) => unknown }

const changing =
  (editor: Updater, { id }: BlockOfOurs): ChangeProps =>
  (props) =>
    editor.updateBlock(id, { props } as never)

function element<K extends keyof HTMLElementTagNameMap>(tag: K, name: string): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  made.className = name
  return made
}

/** outsideText keeps a control apart from what can be typed into. */
function outsideText<E extends HTMLElement>(control: E): E {
  control.contentEditable = 'false'
  return control
}

function field(value: unknown, label: string, onChange: (value: string) => void): HTMLInputElement {
  const input = outsideText(element('input', 'galley-field'))
  input.value = String(value ?? '')
  input.placeholder = label
  input.setAttribute('aria-label', label)
  input.addEventListener('change', () => onChange(input.value))
  return input
}

/** line is a block with a line of its own text, behind a control or a word that says what it is. */
function line(name: string, before: HTMLElement, placeholder: string) {
  const dom = element('div', `galley-${name}`)
  const contentDOM = element('div', 'galley-line')
  contentDOM.dataset.placeholder = placeholder
  dom.append(outsideText(before), contentDOM)
  return { dom, contentDOM }
}

function word(text: string): HTMLElement {
  const made = element('span', 'galley-word')
  made.textContent = text
  return made
}

const callout = createBlockSpec(
  { type: 'callout', propSchema: { kind: { default: 'note', values: CALLOUT_KINDS } }, content: 'inline' },
  {
    render: (block, editor) => {
      const kinds = element('select', 'galley-kind')
      for (const kind of CALLOUT_KINDS)
        kinds.add(new Option(kind[0]!.toUpperCase() + kind.slice(1), kind, false, kind === block.props.kind))
      kinds.setAttribute('aria-label', 'Kind of the callout')
      const change = changing(editor, block)
      kinds.addEventListener('change', () => change({ kind: kinds.value }))
      const view = line('callout', kinds, 'Title, or nothing')
      view.dom.dataset.kind = block.props.kind
      return { ...view, update: ({ attrs }) => attrs.kind === view.dom.dataset.kind }
    },
  },
)

const details = createBlockSpec(
  { type: 'details', propSchema: {}, content: 'inline' },
  { render: () => line('details', word('Details'), 'Summary') },
)

const tab = createBlockSpec(
  { type: 'tab', propSchema: {}, content: 'inline' },
  { render: () => line('tab', word('Tab'), 'Label') },
)

const tabs = createBlockSpec(
  { type: 'tabs', propSchema: {}, content: 'none' },
  {
    render: () => {
      const dom = element('div', 'galley-tabs')
      dom.append(word('Tabs'))
      return { dom }
    },
  },
)

const unknown = createBlockSpec(
  { type: 'unknown', propSchema: { syntax: { default: '' }, source: { default: '' } }, content: 'none' },
  {
    render: (block, editor) => {
      const dom = element('div', 'galley-unknown')
      const source = outsideText(element('textarea', 'galley-source'))
      source.value = block.props.source
      source.rows = Math.min(12, block.props.source.split('\n').length)
      source.setAttribute('aria-label', 'Source')
      const change = changing(editor, block)
      source.addEventListener('change', () => change({ source: source.value }))
      dom.append(outsideText(word(`Kept as it is (${block.props.syntax || 'unknown syntax'})`)), source)
      return { dom, ignoreMutation: () => true }
    },
  },
)

export const CUSTOM_BLOCKS = {
  callout: callout(),
  details: details(),
  tabs: tabs(),
  tab: tab(),
  unknown: unknown(),
}

type CodeSpec = {
  implementation: { render: (this: never, ...args: never[]) => { dom: HTMLElement | DocumentFragment } }
}

/** withTitle puts a field for the title above code. */
export function withTitle<S extends CodeSpec>(spec: S): S {
  const { render } = spec.implementation
  const titled: CodeSpec['implementation']['render'] = function (...args) {
    const view = Reflect.apply(render, this, args) as ReturnType<typeof render>
    const [block, editor] = args as unknown as [BlockOfOurs, Updater]
    const change = changing(editor, block)
    view.dom.prepend(field(block.props.title, 'Title of the code', (title) => change({ title })))
    return view
  }
  return { ...spec, implementation: { ...spec.implementation, render: titled } }
}
