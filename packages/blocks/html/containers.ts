// Callouts, details, tabs, heroes and cards → HTML without script: tabs are radio buttons, each before its panel.

import { CALLOUT_KINDS } from '../block-types.ts'
import type { Block } from '../model.ts'
import { attributes, said } from './inline.ts'

export const calloutTitle = (kind: string, title = ''): string =>
  title === ''
    ? `<p class="callout-title">${said(`callout_${kind}`)}</p>\n`
    : `<p class="callout-title" dir="auto">${title}</p>\n`

export function calloutHtml({ props }: Block, title: string, body: string): string {
  const kind = CALLOUT_KINDS.find((one) => one === props.kind) ?? 'note'
  return `<div class="callout ${kind}" role="note">\n${calloutTitle(kind, title)}${body}</div>\n`
}

export const detailsHtml = (summary: string, body: string): string =>
  `<details class="toggle">\n<summary dir="auto">${summary || 'Details'}</summary>\n${body}</details>\n`

/** The beginning of a page's HTML if its title is in a hero. */
export const HERO = '<div class="hero-block">\n<h2 '

/** A hero or cards: an optional title and the content. */
export function titledHtml(name: 'hero' | 'cards', title: string, body: string): string {
  const heading = title && `<h2 class="${name}-title" dir="auto">${title}</h2>\n`
  return `<div class="${name}-block">\n${heading}${body}</div>\n`
}

/** How the parts of tabs are written; `id` is unique in the page. */
type TabsWriter = { id: string; label: (tab: Block) => string; op: (tab: Block) => string | undefined }

/** Children of tabs that aren't tabs stay visible, below them. */
export function tabsHtml(
  block: Block,
  { id: name, label, op }: TabsWriter,
  bodyHtml: (tab: Block) => string,
  blockHtml: (other: Block) => string,
): string {
  const tabs = block.children.filter(({ type }) => type === 'tab')
  const others = block.children.filter(({ type }) => type !== 'tab').map(blockHtml)
  if (tabs.length === 0) return others.join('')
  const panels = tabs.map((tab, index) => {
    const id = `${name}_${index + 1}`
    const input = attributes({ type: 'radio', name, id })
    const named = `<label for="${id}" dir="auto"${attributes({ 'data-op': op(tab) })}>${label(tab) || `Tab ${index + 1}`}</label>`
    return `<input${input}${index === 0 ? ' checked' : ''}>\n${named}\n<div class="panel">\n${bodyHtml(tab)}</div>\n`
  })
  return `<div class="tabs" role="group" aria-label="${said('tabs')}">\n${panels.join('')}</div>\n${others.join('')}`
}

/** A tab outside of tabs. */
export const tabHtml = (label: string, body: string): string =>
  label === '' ? body : `<p dir="auto"><strong>${label}</strong></p>\n${body}`
