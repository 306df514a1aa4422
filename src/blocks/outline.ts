// The headings of a document and the names that links lead to. The one place where they are made: pages, search results and
// links all say the same. A name is the one that its author wrote, else what GitHub makes of the words; the name that we made
// of them before stays valid, as an alias.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import GithubSlugger from 'github-slugger'
import { blockText, headingLevel, inlineText, oneLine } from './text.ts'

export type OutlineEntry = { id: string; level: number; text: string; anchor: string; aliases: string[] }

/** outlineOf lists the headings in reading order, each with an anchor that is unique in the document. */
export function outlineOf(blocks: Block[]): OutlineEntry[] {
  const slugger = new GithubSlugger()
  const formerAnchor = formerAnchors()
  const outline: OutlineEntry[] = []
  for (const block of walkBlocks(blocks)) {
    if (block.type !== 'heading') continue
    const text = oneLine(inlineText(block.content))
    const own = typeof block.props.anchor === 'string' ? block.props.anchor : ''
    // The number of an equal heading counts those with a name of their own, as GitHub's does.
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

/** A TextSection begins where its heading stands in the text of a document, and goes on to the next one. */
export type TextSection = { from: number; anchor: string; heading: string }

/** textWithSections is the text of a document as text.ts gives it, and where in it each heading stands. */
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

/** withoutOurs: footnotes and tabs have ids of their own (html/footnotes.ts, html/containers.ts). */
const withoutOurs = (slug: string): string => (/^(?:fn|fnref|tab)_\d/.test(slug) ? `section-${slug}` : slug)

/** withoutDuplicates: every name leads to one heading. What an author wrote comes first, then what is made now. */
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

/** formerAnchors made a slug of letters and digits of any script; -2, -3 … followed for equal ones. */
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
