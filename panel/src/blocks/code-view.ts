// The editor's view of code: a header with language, title and marked lines, the code with bands behind marked lines, and a
// preview of formulas and diagrams.

import { element, isolateEvents, onTyped, outsideText, show, type Updater, withLabel } from './controls.ts'
import { previewOf } from './preview.ts'

type Props = Record<string, unknown>
type ShownCode = { id: string; props: Props; content?: unknown }
type CodeNode = { attrs: Props; textContent: string }
type CodeView = { dom: HTMLElement; contentDOM?: HTMLElement; destroy?: () => void }
type CodeSpec = {
  implementation: { render: (this: never, ...args: never[]) => { dom: HTMLElement | DocumentFragment } }
}

/** Props that mark lines, as "1,3-5". */
const LINES = { highlight: 'Highlighted', added: 'Added', removed: 'Removed' }
const COLOURS = { highlight: '--accent', added: '--green', removed: '--red' }

const numbersIn = (lines: unknown): [from: number, to: number][] =>
  [...String(lines ?? '').matchAll(/(\d+)(?:-(\d+))?/g)].map(([, from, to]) => [Number(from), Number(to ?? from)])

/** Backgrounds of whole lines: code doesn't wrap, so all lines have the same height. */
const bands = (props: Props): string =>
  Object.entries(COLOURS)
    .flatMap(([name, colour]) =>
      numbersIn(props[name]).flatMap(([from, to]) => {
        const band = (tone: string, width: string) =>
          `linear-gradient(${tone}, ${tone}) 0 calc(var(--code-top) + ${from - 1} * 1lh) / ${width} ${to - from + 1}lh no-repeat`
        return [band(`var(${colour})`, '3px'), band(`color-mix(in srgb, var(${colour}) 14%, transparent)`, '100%')]
      }),
    )
    .join(', ')

/** The header. Marked lines are rarely needed, so they are folded until one is set. */
function headOf(language: HTMLElement, props: Props, change: (props: Props) => void) {
  const fieldFor = (name: string, label: string, clean = (value: string) => value) => {
    const field = withLabel(element('input', 'galley-field'), label)
    field.name = name
    return onTyped(field, props[name], (value) => change({ [name]: clean(value) }))
  }
  const title = fieldFor('title', 'Code title')
  title.placeholder = 'Title'
  const lines = Object.entries(LINES).map(([name, label]) => {
    const field = fieldFor(name, `${label} lines`, (value) => value.replace(/[^\d,-]/g, ''))
    field.placeholder = '1,3-5'
    return field
  })
  const labelled = lines.map((field) => element('label', 'galley-word', LINES[field.name as keyof typeof LINES], field))
  const numbers = element('input', 'galley-check')
  Object.assign(numbers, { type: 'checkbox', name: 'lineNumbers', checked: props.lineNumbers === true })
  numbers.addEventListener('change', () => change({ lineNumbers: numbers.checked }))
  const fold = element('details', 'galley-lines', element('summary', 'galley-word', 'Lines'))
  fold.append(
    element('div', 'galley-line-fields', ...labelled, element('label', 'galley-word', numbers, 'Line numbers')),
  )
  fold.open = numbers.checked || lines.some(({ value }) => value !== '')
  const shown = (next: Props) => {
    for (const field of [title, ...lines]) show(field, next[field.name])
    numbers.checked = next.lineNumbers === true
  }
  return { head: outsideText(element('div', 'galley-code-head', language, title, fold)), shown }
}

/** Wraps the editor's own view of code. */
export function withHead<S extends CodeSpec>(spec: S): S {
  const { render } = spec.implementation
  const withHeadAround: CodeSpec['implementation']['render'] = function (...args) {
    const view = Reflect.apply(render, this, args) as CodeView
    const [block, editor] = args as unknown as [ShownCode, Updater]
    const { language } = block.props
    const { head, shown } = headOf(view.dom.querySelector<HTMLElement>(':scope > div')!, block.props, (props) =>
      editor.updateBlock(block.id, { props } as never),
    )
    const pre = view.dom.querySelector('pre')!
    const preview = previewOf(language)
    const gutter = outsideText(element('span', 'galley-gutter'))
    view.dom.prepend(head)
    pre.prepend(gutter)
    if (preview) view.dom.append(outsideText(preview.dom))
    const drawn = ({ attrs, textContent }: CodeNode) => {
      shown(attrs)
      pre.style.background = bands(attrs)
      gutter.textContent = attrs.lineNumbers
        ? textContent
            .split('\n')
            .map((_, index) => index + 1)
            .join('\n')
        : ''
      preview?.show(textContent)
    }
    drawn({ attrs: block.props, textContent: textIn(block.content) })
    return {
      ...view,
      ...isolateEvents(head, gutter, ...(preview ? [preview.dom] : [])),
      update: (node: CodeNode) => {
        // Redrawing the block would close the fold and take the caret from the changed field.
        if (node.attrs.language !== language) return false
        drawn(node)
        return true
      },
      destroy: () => {
        view.destroy?.()
        preview?.remove()
      },
    }
  }
  return { ...spec, implementation: { ...spec.implementation, render: withHeadAround } }
}

const textIn = (content: unknown): string =>
  Array.isArray(content) ? content.map(({ text }: { text?: string }) => text ?? '').join('') : String(content ?? '')
