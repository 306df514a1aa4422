// A category as front matter names it, `Guides / Advanced`: name by name from the top. Finds; import/categories.ts makes.

import { cut } from '#convert/page/file.ts'
import type { CategoryOut } from '#features/categories/schemas.ts'
import { MAX_NAME } from '#limits.ts'
import { makeSlug } from '#slugs.ts'

type NamedCategory = Pick<CategoryOut, 'id' | 'name' | 'slug' | 'parent_id'>

export const namesIn = (path: string): string[] =>
  path
    .split(/[/›]/)
    .map((part) => cut(part.trim(), MAX_NAME))
    .filter((name) => name !== '')

export const slugOfNames = (names: readonly string[]): string => makeSlug(names.join(' '), 'category')

/** Finds a child category by name, then by slug, then by name ignoring case. */
export function findNamed<C extends NamedCategory>(
  categories: C[],
  parentId: number | null,
  names: readonly string[],
): C | undefined {
  const name = names.at(-1) ?? ''
  const slug = slugOfNames(names)
  const children = categories.filter(({ parent_id }) => parent_id === parentId)
  return (
    children.find((child) => child.name === name) ??
    children.find((child) => child.slug === slug) ??
    children.find((child) => child.name.toLowerCase() === name.toLowerCase())
  )
}

/** Finds a category by its path of names. */
export function findByNames<C extends NamedCategory>(categories: C[], names: readonly string[]): C | undefined {
  let found: C | undefined
  for (let depth = 1; depth <= names.length; depth++) {
    found = findNamed(categories, found?.id ?? null, names.slice(0, depth))
    if (!found) return undefined
  }
  return found
}
