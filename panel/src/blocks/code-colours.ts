// Syntax highlighting while typing, by the service, so that it matches the site. Requested when typing pauses; until then new
// text takes its surroundings' colour. Grammars would be megabytes here.

import { createExtension } from '@blocknote/core'
import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { call } from '../api/client.ts'

/** `kind` is a class (look/tokens.css). */
type ColourSpan = { from: number; to: number; kind: string }
const key = new PluginKey<DecorationSet>('galley-code-colours')

const PAUSE_MS = 300
/** Limits of the service's request and of one code block; longer code stays plain. */
const MOST_PIECES = 50
const MOST_LENGTH = 60_000
const LONGEST_PIECE = 20_000
const PLAIN = new Set(['', 'text', 'math', 'mermaid'])

/** Each code is requested once; undefined while pending or after a failure. */
const spansOfCode = new Map<string, ColourSpan[] | undefined>()
const MOST_KNOWN = 500

const nameOf = ({ attrs, textContent }: Node): string => `${attrs.language}\n${textContent}`

function spansIn(html: string): ColourSpan[] {
  const spans: ColourSpan[] = []
  let to = 0
  for (const node of new DOMParser().parseFromString(`<pre>\n${html}</pre>`, 'text/html').querySelector('pre')!
    .childNodes) {
    const from = to
    to += node.textContent!.length
    if (node instanceof Element) spans.push({ from, to, kind: node.className })
  }
  return spans
}

/** Code blocks with their positions. */
function piecesOf(doc: Node): [node: Node, start: number][] {
  const found: [Node, number][] = []
  doc.descendants((node, position) => {
    const isCode = node.type.name === 'codeBlock' && !PLAIN.has(node.attrs.language)
    if (isCode && node.content.size <= LONGEST_PIECE) found.push([node, position + 1])
    return !node.isTextblock
  })
  return found
}

const coloured = (doc: Node): DecorationSet =>
  DecorationSet.create(
    doc,
    piecesOf(doc).flatMap(([node, start]) =>
      (spansOfCode.get(nameOf(node)) ?? []).map(({ from, to, kind }) =>
        Decoration.inline(start + from, start + to, { class: kind }),
      ),
    ),
  )

/** Requests missing highlights, within the limits; resolves to whether any arrived. */
async function ask(doc: Node): Promise<boolean> {
  const missing: Node[] = []
  let room = MOST_LENGTH
  for (const [node] of piecesOf(doc)) {
    if (spansOfCode.has(nameOf(node)) || node.content.size > room || missing.length === MOST_PIECES) continue
    room -= node.content.size
    missing.push(node)
  }
  if (missing.length === 0) return false
  if (spansOfCode.size > MOST_KNOWN) spansOfCode.clear()
  for (const node of missing) spansOfCode.set(nameOf(node), undefined)
  const pieces = missing.map(({ attrs, textContent }) => ({ language: attrs.language as string, code: textContent }))
  // A failure only means no colours.
  const { html } = await call('POST /api/docs/preview/code', { body: { pieces } }).catch(() => ({ html: [] }))
  for (const [nth, node] of missing.entries()) spansOfCode.set(nameOf(node), spansIn(html[nth] ?? ''))
  return true
}

function colouring(view: EditorView) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(async () => {
      const isNew = await ask(view.state.doc)
      if (view.isDestroyed) return
      view.dispatch(view.state.tr.setMeta(key, true))
      if (isNew) soon(0)
    }, ms)
  }
  soon(0)
  return {
    update: ({ state }: EditorView, before: EditorState) => void (state.doc !== before.doc && soon(PAUSE_MS)),
    destroy: () => clearTimeout(timer),
  }
}

export const codeColours = createExtension({
  key: 'galleyCodeColours',
  prosemirrorPlugins: [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: (_config, { doc }) => coloured(doc),
        apply: (change, colours) =>
          change.getMeta(key) ? coloured(change.doc) : colours.map(change.mapping, change.doc),
      },
      props: { decorations: (state) => key.getState(state) },
      view: colouring,
    }),
  ],
})
