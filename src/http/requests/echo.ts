// The input shown in a validation error: bounded in size, without passwords and codes.

import { MASK } from '#errors.ts'

const LONGEST_STRING = 1000
const LARGEST_TREE = 2000
const DEEPEST_TREE = 16
const CUT = '…'

export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  // Don't split a surrogate pair.
  const end = isHighSurrogate(text.charCodeAt(limit - 1)) ? limit - 1 : limit
  return text.slice(0, end) + CUT
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/**
 * Copies an input: cuts long strings, and omits the rest of a tree once the budget is used. Values under a key in `secrets`
 * (lower case) are masked at any depth.
 */
export function echo(input: unknown, secrets: ReadonlySet<string>): unknown {
  if (typeof input === 'string') return shorten(input, LONGEST_STRING)
  if (typeof input !== 'object' || input === null) return input ?? null
  return copyTree(input, secrets, { left: LARGEST_TREE }, 1)
}

function copyTree(tree: object, secrets: ReadonlySet<string>, budget: { left: number }, depth: number): unknown {
  const copyValue = (value: unknown): unknown => {
    if (typeof value === 'object' && value !== null) return copyTree(value, secrets, budget, depth + 1)
    const shown = typeof value === 'string' ? shorten(value, Math.min(LONGEST_STRING, Math.max(budget.left, 1))) : value
    budget.left -= typeof shown === 'string' ? shown.length + 3 : 6
    return shown
  }

  if (Array.isArray(tree)) {
    if (depth > DEEPEST_TREE) return [CUT]
    const items: unknown[] = []
    for (const item of tree) {
      if (budget.left <= 0) return [...items, CUT]
      budget.left -= 2
      items.push(copyValue(item))
    }
    return items
  }

  if (depth > DEEPEST_TREE) return { [CUT]: CUT }
  const entries: [string, unknown][] = []
  for (const key in tree) {
    if (budget.left <= 0) {
      entries.push([CUT, CUT])
      break
    }
    const name = shorten(key, 100)
    budget.left -= name.length + 4
    const value = (tree as Record<string, unknown>)[key]
    entries.push([name, secrets.has(key.toLowerCase()) ? MASK : copyValue(value)])
  }
  return Object.fromEntries(entries)
}
