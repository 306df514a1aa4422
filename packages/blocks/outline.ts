// A document's headings and their anchors, made only here, so that pages, search results and links agree. An anchor is the
// author's own, else GitHub's slug of the text; the slug that we used formerly stays valid as an alias.

import GithubSlugger from 'github-slugger'
import { type Block, walkBlocks } from './model.ts'
import { blockText, headingLevel, inlineText, oneLine } from './text.ts'

export type OutlineEntry = { id: string; level: number; text: string; anchor: string; aliases: string[] }

/** Headings in reading order, each with a unique anchor. */
export function outlineOf(blocks: Block[]): OutlineEntry[] {
  const slugger = new GithubSlugger()
  const formerAnchor = formerAnchors()
  const outline: OutlineEntry[] = []
  for (const block of walkBlocks(blocks)) {
    if (block.type !== 'heading') continue
    const text = oneLine(inlineText(block.content))
    const own = typeof block.props.anchor === 'string' ? block.props.anchor : ''
    // As on GitHub, duplicates are numbered counting headings with their own anchor.
    const ownAnchor = withoutOurs(slugger.slug(text) || slugger.slug('section'))
    outline.push({
      id: block.id,
      level: headingLevel(block),
      text,
      anchor: own || ownAnchor,
      aliases: [ownAnchor, formerAnchor(text)],
    })
  }
  return withoutDuplicates(outline)
}

/** A part of the text from its heading to the next one. */
export type TextSection = { from: number; anchor: string; heading: string }

/** The text as text.ts gives it, and the offset of each heading in it. */
export function textWithSections(blocks: Block[]): { text: string; sections: TextSection[] } {
  const outline = new Map(outlineOf(blocks).map((entry) => [entry.id, entry]))
  const lines: string[] = []
  const sections: TextSection[] = []
  let from = 0
  for (const block of walkBlocks(blocks)) {
    const text = blockText(block)
    if (text === '') continue
    const entry = block.type === 'heading' ? outline.get(block.id) : undefined
    if (entry) sections.push({ from, anchor: entry.anchor, heading: entry.text })
    lines.push(text)
    from += text.length + 1
  }
  return { text: lines.join('\n'), sections }
}

/** Reserved for footnotes and tabs (html/footnotes.ts, html/containers.ts). */
const withoutOurs = (slug: string): string => (/^(?:fn|fnref|tab)_\d/.test(slug) ? `section-${slug}` : slug)

/** Makes anchors unique: authors' own first, then current ones. */
function withoutDuplicates(outline: OutlineEntry[]): OutlineEntry[] {
  const taken = new Set<string>()
  const lastNumber = new Map<string, number>()
  const unique = outline.map((entry) => {
    let { anchor } = entry
    for (let number = lastNumber.get(entry.anchor) ?? 0; taken.has(anchor); ) {
      number++
      anchor = `${entry.anchor}-${number}`
      lastNumber.set(entry.anchor, number)
    }
    taken.add(anchor)
    return { ...entry, anchor }
  })
  for (const entry of unique) {
    entry.aliases = [...new Set(entry.aliases)].filter((alias) => !taken.has(alias))
    for (const alias of entry.aliases) taken.add(alias)
  }
  return unique
}

/** The former slugs: letters and digits of any script, then -2, -3 … for duplicates. */
function formerAnchors(): (text: string) => string {
  const taken = new Set<string>()
  const lastNumber = new Map<string, number>()
  return (text) => {
    const slug = formerSlug(text)
    let anchor = slug
    for (let number = lastNumber.get(slug) ?? 1; taken.has(anchor); ) {
      number++
      anchor = `${slug}-${number}`
      lastNumber.set(slug, number)
    }
    taken.add(anchor)
    return anchor
  }
}

function formerSlug(text: string): string {
  const slug = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return slug === '' ? 'section' : slug
}
