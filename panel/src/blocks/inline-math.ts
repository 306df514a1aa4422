// Draws inline formulas, and shows their TeX while the cursor is inside. KaTeX is loaded with the first one. View only: the
// text contains TeX with the mark `math`.

import { createExtension } from '@blocknote/core'
import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey, TextSelection } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'

type InlineFormula = { from: number; to: number; tex: string }
const key = new PluginKey<InlineFormula[]>('galley-inline-math')

function formulasIn(doc: Node): InlineFormula[] {
  const found: InlineFormula[] = []
  doc.descendants((node, from) => {
    if (!node.isText || !node.marks.some(({ type }) => type.name === 'math')) return
    const last = found.at(-1)
    const to = from + node.nodeSize
    // A formula's words may have different marks.
    if (last?.to === from) Object.assign(last, { to, tex: last.tex + node.text! })
    else found.push({ from, to, tex: node.text! })
  })
  return found
}

/** Longer formulas may take long and are unlikely within a line. */
const LONGEST = 1_000

let katex: typeof import('katex').default | undefined
/** Cached drawings; '' for invalid TeX. */
const drawn = new Map<string, string>()

function drawingOf(tex: string): string {
  if (!katex || tex.length > LONGEST) return ''
  const earlier = drawn.get(tex)
  if (earlier !== undefined) return earlier
  let html = ''
  try {
    html = katex.renderToString(tex, { output: 'mathml', strict: 'ignore', maxExpand: 500 })
  } catch {
    // While typing, TeX is mostly invalid: keep showing it.
  }
  drawn.set(tex, html)
  return html
}

/** A click on the drawing moves the caret into its TeX. */
function drawing(html: string, view: EditorView, end: () => number | undefined): HTMLElement {
  const dom = document.createElement('span')
  dom.className = 'galley-drawn-math'
  dom.innerHTML = html
  dom.addEventListener('mousedown', (event) => {
    const position = end()
    if (position === undefined) return
    event.preventDefault()
    view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, position)))
    view.focus()
  })
  return dom
}

function drawings(state: EditorState): DecorationSet {
  const { from: start, to: end } = state.selection
  const found = key.getState(state)!.flatMap(({ from, to, tex }) => {
    const html = start <= to && end >= from ? '' : drawingOf(tex)
    if (html === '') return []
    return [
      Decoration.inline(from, to, { class: 'galley-math-source' }),
      Decoration.widget(to, (view, position) => drawing(html, view, position), { key: `math ${tex}`, side: -1 }),
    ]
  })
  return DecorationSet.create(state.doc, found)
}

export const inlineMath = createExtension({
  key: 'galleyInlineMath',
  prosemirrorPlugins: [
    new Plugin<InlineFormula[]>({
      key,
      state: {
        init: (_config, { doc }) => formulasIn(doc),
        apply: (change, formulas) => (change.docChanged ? formulasIn(change.doc) : formulas),
      },
      props: { decorations: drawings },
      view: (view) => {
        let isAsked = false
        const fetchFor = ({ state }: EditorView) => {
          if (isAsked || key.getState(state)!.length === 0) return
          isAsked = true
          void import('katex').then((module) => {
            katex = module.default
            if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, 'fetched'))
          })
        }
        fetchFor(view)
        return { update: fetchFor }
      },
    }),
  ],
})
