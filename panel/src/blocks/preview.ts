// Previews of formulas and diagrams below their source. KaTeX is loaded with the first formula and produces MathML, as for
// the site; Mermaid runs in a sandboxed frame.

import { diagramFrame } from 'galley-look/diagram.js'
import { element } from './controls.ts'

type CodePreview = { dom: HTMLElement; show: (source: string) => void; remove: () => void }

/** The preview of code in a language that isn't shown as code. */
export function previewOf(language: unknown): CodePreview | undefined {
  if (language === 'math') return formula()
  return language === 'mermaid' ? diagram() : undefined
}

function formula(): CodePreview {
  const dom = element('div', 'galley-preview')
  let last: string | undefined
  const show = async (tex: string) => {
    if (tex === last) return
    last = tex
    const { default: katex } = await import('katex')
    if (tex !== last) return
    dom.hidden = tex.trim() === ''
    try {
      katex.render(tex, dom, { displayMode: true, output: 'mathml', strict: 'ignore', maxExpand: 500 })
    } catch (error) {
      dom.replaceChildren(element('span', 'galley-word', reasonOf(error)))
    }
  }
  return { dom, show: (tex) => void show(tex), remove: () => {} }
}

const reasonOf = (error: unknown): string =>
  `This formula can't be shown. ${error instanceof Error ? error.message.replace(/^KaTeX parse error: /, '') : ''}`

/** Drawn when typing pauses: an unfinished diagram is mostly invalid. */
const PAUSE_MS = 400

function diagram(): CodePreview {
  const note = element('span', 'galley-word')
  const { frame, draw, remove } = diagramFrame('Preview of the diagram', {
    onDrawn: () => note.replaceChildren(),
    onFailed: (reason) => note.replaceChildren(`This diagram can't be drawn. ${reason}`),
  })
  const dom = element('div', 'galley-preview', frame, note)
  let last: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    dom,
    show: (source) => {
      if (source === last) return
      clearTimeout(timer)
      timer = setTimeout(() => source.trim() && draw(source), last === undefined ? 0 : PAUSE_MS)
      last = source
      dom.hidden = source.trim() === ''
    },
    remove: () => {
      clearTimeout(timer)
      remove()
    },
  }
}
