// Callouts, details, tabs, heroes and cards → HTML without script: tabs are radio buttons, each before its panel.

import { CALLOUT_KINDS } from '../block-types.ts'
import type { Block } from '../model.ts'
import { oneLine } from '../text.ts'
import { attributes, escapeHtml, said } from './inline.ts'

export const calloutTitle = (kind: string, title = ''): string =>
  title === ''
    ? `<p class="callout-title">${said(`callout_${kind}`)}</p>\n`
    : `<p class="callout-title" dir="auto">${escapeHtml(title)}</p>\n`

export function calloutHtml({ props }: Block, body: string): string {
  const kind = CALLOUT_KINDS.find((one) => one === props.kind) ?? 'note'
  return `<div class="callout ${kind}" role="note">\n${calloutTitle(kind, words(props.title))}${body}</div>\n`
}

export const detailsHtml = ({ props }: Block, body: string): string =>
  `<details class="toggle">\n<summary dir="auto">${escapeHtml(words(props.summary) || 'Details')}</summary>\n${body}</details>\n`

/** The beginning of a page's HTML if its title is in a hero. */
export const HERO = '<div class="hero-block">\n<h2 '

/** A hero or cards: an optional title and the content. */
export function titledHtml(name: 'hero' | 'cards', { props }: Block, body: string): string {
  const title = words(props.title)
  const heading = title && `<h2 class="${name}-title" dir="auto">${escapeHtml(title)}</h2>\n`
  return `<div class="${name}-block">\n${heading}${body}</div>\n`
}

/** Children of tabs that aren't tabs stay visible, below them. */
export function tabsHtml(
  block: Block,
  number: number,
  bodyHtml: (tab: Block) => string,
  blockHtml: (other: Block) => string,
): string {
  const tabs = block.children.filter(({ type }) => type === 'tab')
  const others = block.children.filter(({ type }) => type !== 'tab').map(blockHtml)
  if (tabs.length === 0) return others.join('')
  const panels = tabs.map((tab, index) => {
    const id = `tab_${number}_${index + 1}`
    const input = attributes({ type: 'radio', name: `tab_${number}`, id })
    const label = escapeHtml(words(tab.props.label) || `Tab ${index + 1}`)
    return `<input${input}${index === 0 ? ' checked' : ''}>\n<label for="${id}" dir="auto">${label}</label>\n<div class="panel">\n${bodyHtml(tab)}</div>\n`
  })
  return `<div class="tabs" role="group" aria-label="${said('tabs')}">\n${panels.join('')}</div>\n${others.join('')}`
}

/** A tab outside of tabs. */
export const tabHtml = ({ props }: Block, body: string): string =>
  words(props.label) === '' ? body : `<p dir="auto"><strong>${escapeHtml(words(props.label))}</strong></p>\n${body}`

const words = (value: unknown): string => (typeof value === 'string' ? oneLine(value) : '')
