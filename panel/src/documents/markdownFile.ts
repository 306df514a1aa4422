// What a Markdown file becomes: its front matter says title, address and who may read it; without one the first heading,
// or else the file's name, is the title. Pure but for the parser, which only a file with front matter fetches.

import type { CategoryOut, DocumentCreate } from '../api/schema.ts'
import { pathsOf } from '../categories/tree.ts'

/** Categories are asked for only when a file names one. */
type Categories = () => Promise<CategoryOut[]>

export async function documentOf(name: string, source: string, categories: Categories): Promise<DocumentCreate> {
  if (!/^\ufeff?---[ \t]*(\r?\n|$)/.test(source)) return titleAndBody(name, source)
  const { splitFrontMatter } = await import('./frontMatter.ts')
  const { fields, body } = splitFrontMatter(source)
  const { title, category, ...rest } = fields
  return {
    ...(title === undefined ? titleAndBody(name, body) : { title, markdown: body }),
    ...rest,
    ...(category !== undefined && { category_id: idOf(category, await categories()) }),
  }
}

/** idOf refuses a category that is not there: it may be the one that closes the document to the public. */
function idOf(path: string, tree: CategoryOut[]): number {
  const flat = (label: string) =>
    label
      .split(/[/›]/)
      .map((part) => part.trim().toLowerCase())
      .filter((part) => part !== '')
      .join('/')
  const found = pathsOf(tree).find(({ label }) => flat(label) === flat(path))
  if (!found) throw new Error(`It belongs to the category “${path}”, which is not here. Make that category first.`)
  return Number(found.value)
}

function titleAndBody(name: string, text: string): { title: string; markdown: string } {
  const [, heading] = /^\s*# +(.+?) *#*\s*$/m.exec(text.slice(0, 2000)) ?? []
  const startsWithHeading = /^\s*# +/.test(text)
  const title = (heading ?? name.replace(/\.(md|markdown|txt)$/i, '')).slice(0, 300)
  return { title, markdown: heading && startsWithHeading ? text.replace(/^\s*# +.*\n?/, '') : text }
}
