// What the renderer (galley-blocks/html) is given in the browser: colours from the service, formulas by KaTeX, the site's English
// words, and which pictures may be loaded.

import type { HtmlOptions } from 'galley-blocks/html/html.ts'
import { withWords } from 'galley-blocks/html/inline.ts'
import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { inlineText } from 'galley-blocks/text.ts'
import WORDS from 'galley-words/site/en.json'
import { useEffect, useId, useMemo, useState } from 'react'
import { call } from '../api/client.ts'
import { remoteHostOf, useAllowedHosts } from './remote.ts'

type Drawing = HtmlOptions & { prefix: string }
type Code = { language: string; code: string }

/** Limits of the service's request; longer code stays plain. */
const MOST_PIECES = 50
const LONGEST_PIECE = 20_000
const MOST_KNOWN = 500
/** Coloured code by its source; '' while it is asked for, and of an unknown language. */
const colours = new Map<string, string>()
/** The requests under way: several views may show the same code. */
let asked: Promise<unknown> = Promise.resolve()
const nameOf = ({ language, code }: Code): string => `${language}\n${code}`

let katex: typeof import('katex').default | undefined

/** For these blocks; colours and formulas come when they are loaded. */
export function useDrawing(blocks: readonly Block[]): Drawing {
  const prefix = useId()
  const allowed = useAllowedHosts()
  const [loaded, setLoaded] = useState(0)
  useEffect(() => {
    let isShown = true
    const all = [...walkBlocks(blocks)]
    void Promise.all([loadColours(all), loadMath(all)])
      .then((news) => isShown && news.includes(true) && setLoaded((count) => count + 1))
      // Without them code is plain, and a formula its source.
      .catch(() => {})
    return () => {
      isShown = false
    }
  }, [blocks])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was loaded is drawn anew.
  return useMemo(
    () => ({
      prefix,
      highlight: (code, language) => colours.get(nameOf({ code, language })) || undefined,
      math: mathmlOf,
      isHeld: (url) => {
        const host = remoteHostOf(url)
        return host !== undefined && !allowed.has(host)
      },
    }),
    [prefix, allowed, loaded],
  )
}

export const inEnglish = (html: string): string =>
  withWords(html, (name, value) =>
    String((WORDS as Record<string, unknown>)[name] ?? '').replace(/\{(?:number|heading)\}/, () => value),
  )

async function loadColours(blocks: Block[]): Promise<boolean> {
  const wanted = blocks
    .filter(({ type, props }) => type === 'codeBlock' && typeof props.language === 'string')
    .map(({ props, content }) => ({ language: props.language as string, code: inlineText(content) }))
    .filter((piece) => piece.code.length <= LONGEST_PIECE && !colours.get(nameOf(piece)))
    .slice(0, MOST_PIECES)
  const missing = wanted.filter((piece) => !colours.has(nameOf(piece)))
  if (missing.length > 0) asked = Promise.all([asked, ask(missing)])
  await asked
  return wanted.some((piece) => colours.get(nameOf(piece)))
}

async function ask(pieces: Code[]): Promise<void> {
  if (colours.size > MOST_KNOWN) colours.clear()
  for (const piece of pieces) colours.set(nameOf(piece), '')
  // A failure only means no colours.
  const { html } = await call('POST /api/docs/preview/code', { body: { pieces } }).catch(() => ({ html: [] }))
  for (const [nth, piece] of pieces.entries()) colours.set(nameOf(piece), html[nth] ?? '')
}

async function loadMath(blocks: Block[]): Promise<boolean> {
  if (katex || !/"type":"math"|"math":true/.test(JSON.stringify(blocks))) return false
  katex = (await import('katex')).default
  return true
}

function mathmlOf(tex: string, display: boolean): string | undefined {
  try {
    const options = { displayMode: display, output: 'mathml', strict: 'ignore', maxExpand: 500 } as const
    return /<math[\s\S]*<\/math>/.exec(katex?.renderToString(tex, options) ?? '')?.[0]
  } catch {
    return undefined
  }
}
