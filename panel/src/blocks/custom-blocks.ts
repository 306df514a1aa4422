// The editor's views of the blocks that are ours: callouts, details and tabs, whose line of text is their title and whose body
// is nested below it, and syntax that nobody knows, shown as its source. And what code says of itself: its title and its lines.

import { createBlockSpec } from '@blocknote/core'
import { CALLOUT_KINDS } from 'galley-blocks/block-types.ts'

type ChangeProps = (props: Record<string, string | boolean>) => void
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
      kinds.setAttribute('aria-label', 'Callout type')
      const change = changing(editor, block)
      kinds.addEventListener('change', () => change({ kind: kinds.value }))
      const view = line('callout', kinds, 'Title (optional)')
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
      dom.append(outsideText(word(`Kept as is (${block.props.syntax || 'unknown syntax'})`)), source)
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

/** LINES are the props of code that name some of its lines. */
const LINES = { highlight: 'Highlighted lines', added: 'Added lines', removed: 'Removed lines' }

/** linesOf holds what few pieces of code need, so it is folded until one of them is set. */
function linesOf({ props }: BlockOfOurs, change: ChangeProps): HTMLElement {
  const fold = element('details', 'galley-lines')
  fold.open = props.lineNumbers === true || Object.keys(LINES).some((name) => props[name])
  const summary = element('summary', 'galley-word')
  summary.textContent = 'Lines'
  const fields = Object.entries(LINES).map(([name, label]) => {
    const made = field(props[name], `${label}, such as 1,3-5`, (value) =>
      change({ [name]: value.replace(/[^\d,-]/g, '') }),
    )
    made.setAttribute('aria-label', label)
    made.name = name
    return made
  })
  const numbers = element('label', 'galley-word')
  const box = element('input', 'galley-check')
  box.type = 'checkbox'
  box.name = 'lineNumbers'
  box.checked = props.lineNumbers === true
  box.addEventListener('change', () => change({ lineNumbers: box.checked }))
  numbers.append(box, ' Line numbers')
  fold.append(summary, ...fields, numbers)
  return outsideText(fold)
}

/** withHead puts a field for the title and those for lines above code. */
export function withHead<S extends CodeSpec>(spec: S): S {
  const { render } = spec.implementation
  const titled: CodeSpec['implementation']['render'] = function (...args) {
    const view = Reflect.apply(render, this, args) as ReturnType<typeof render>
    const [block, editor] = args as unknown as [BlockOfOurs, Updater]
    const change = changing(editor, block)
    const lines = linesOf(block, change)
    const title = field(block.props.title, 'Code title', (title) => change({ title }))
    title.name = 'title'
    view.dom.prepend(title, lines)
    const inputs = [title, ...lines.querySelectorAll('input')]
    // Drawn again for every change, the block would close the fold and take the caret from the field that was changed.
    const ignoreMutation = ({ target }: { target: Node }) => lines.contains(target)
    let last: Record<string, unknown> = block.props
    // Called for any change around it, too: a field that is being filled keeps what was typed.
    const update = ({ attrs }: { attrs: Record<string, unknown> }) => {
      for (const input of inputs.filter(({ name }) => attrs[name] !== last[name])) {
        if (input.type === 'checkbox') input.checked = attrs[input.name] === true
        else input.value = String(attrs[input.name] ?? '')
      }
      last = attrs
      return attrs.language === block.props.language
    }
    return { ...view, ignoreMutation, update }
  }
  return { ...spec, implementation: { ...spec.implementation, render: titled } }
}
