// What Docusaurus does to a page before it is read as MDX: fences of `mdx-code-block` are no code, comments may be written as
// HTML, and headings name their ids in braces. Line ends stay where they are, so that the report names the right lines.

import { codeRanges, isInside, textLines } from '../code-ranges.ts'

const FENCE = /^[ \t]*(`{3,}|~{3,})[ \t]*([^\s`]*)/
const UNFENCED = 'mdx-code-block'

/** docusaurusMdx is the page as MDX that any reader understands. */
export const docusaurusMdx = (source: string): string => withIds(withComments(unfenced(source)))

/** holdsMdx: a page called .md is read as MDX where something in it is no Markdown. */
export const holdsMdx = (source: string): boolean =>
  source.includes(UNFENCED) || /^(?:import|export)[ \t]|<[A-Z]|\{[ \t]*['"`/]/m.test(source)

/** unfenced: only such a fence that stands in no other code is none. */
function unfenced(source: string): string {
  if (!source.includes(UNFENCED)) return source
  let open: { mark: string; isCode: boolean } | undefined
  const lines = source.split('\n').map((line) => {
    const [, mark = '', name = ''] = FENCE.exec(line) ?? []
    if (!open) {
      if (mark !== '') open = { mark, isCode: name !== UNFENCED }
      return open?.isCode === false ? '' : line
    }
    if (mark === '' || !mark.startsWith(open.mark) || line.trim() !== mark) return line
    const { isCode } = open
    open = undefined
    return isCode ? line : ''
  })
  return lines.join('\n')
}

function withComments(source: string): string {
  if (!source.includes('<!--')) return source
  const code = codeRanges(source)
  let out = ''
  let at = 0
  for (let start = source.indexOf('<!--'); start !== -1; start = source.indexOf('<!--', Math.max(at, start + 4))) {
    if (isInside(code, start)) continue
    const end = source.indexOf('-->', start + 4)
    if (end === -1) break
    out += `${source.slice(at, start)}{/*${source.slice(start + 4, end).replaceAll('*/', '* /')}*/}`
    at = end + 3
  }
  return out + source.slice(at)
}

const ID = /\{#([^\s{}]+)\}[ \t]*$/

const withIds = (source: string): string =>
  source.includes('{#')
    ? textLines(source)
        .map(({ line, isCode }) => (!isCode && /^ {0,3}#/.test(line) ? line.replace(ID, '{/* #$1 */}') : line))
        .join('\n')
    : source
