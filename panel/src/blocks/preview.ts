// What a formula becomes, below its source. KaTeX is fetched with the first one, and writes MathML, as the service does for the
// site: no styles and no fonts of its own.

import { element } from './controls.ts'

type CodePreview = { dom: HTMLElement; show: (source: string) => void; remove: () => void }

/** previewOf is the preview of code in a language that visitors see as something else. */
export function previewOf(language: unknown): CodePreview | undefined {
  return language === 'math' ? formula() : undefined
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
