// Text that can't be stored: NUL (PostgreSQL refuses it) and lone surrogates (not encodable as UTF-8). Searches strings and
// free-form JSON; also counts code points.

export function findTextFault(text: string): string | undefined {
  if (text.includes('\0')) return 'String contains a NUL character'
  if (!text.isWellFormed()) return 'String contains a lone surrogate'
  return undefined
}

/** Counts code points, but only if UTF-16 units leave it open. */
export const isShorterThan = (text: string, min: number): boolean =>
  text.length < min || (text.length < min * 2 && countCodePoints(text) < min)

export const isLongerThan = (text: string, max: number): boolean =>
  text.length > max && (text.length > max * 2 || countCodePoints(text) > max)

export function countCodePoints(text: string): number {
  let count = text.length
  for (let i = 0; i < text.length - 1; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0xd800 || unit > 0xdbff) continue
    const next = text.charCodeAt(i + 1)
    if (next < 0xdc00 || next > 0xdfff) continue
    count--
    i++
  }
  return count
}

type TreeFault = { path: (string | number)[]; input: unknown; error: string }

/**
 * Searches any JSON value, keys included, up to `limit` errors. Iterative, because the sender chooses the depth; a first pass
 * without paths keeps the usual case, no error, cheap.
 */
export function findTreeFaults(root: unknown, limit: number): TreeFault[] {
  return isFaultless(root) ? [] : locateFaults(root, limit)
}

function isFaultless(root: unknown): boolean {
  const pending: unknown[] = [root]
  while (pending.length > 0) {
    const value = pending.pop()
    if (findValueFault(value) !== undefined) return false
    if (Array.isArray(value)) {
      for (const item of value) pending.push(item)
    } else if (typeof value === 'object' && value !== null) {
      for (const key in value) {
        if (findTextFault(key) !== undefined) return false
        pending.push((value as Record<string, unknown>)[key])
      }
    }
  }
  return true
}

/** Also refuses JSON's 1e999, which would be stored as null. */
function findValueFault(value: unknown): string | undefined {
  if (typeof value === 'string') return findTextFault(value)
  if (typeof value === 'number' && !Number.isFinite(value)) return 'Number is too large'
  return undefined
}

type TreePosition = { value: unknown; key: string | number | undefined; parent: TreePosition | undefined }

function locateFaults(root: unknown, limit: number): TreeFault[] {
  const faults: TreeFault[] = []
  const pending: TreePosition[] = [{ value: root, key: undefined, parent: undefined }]
  while (pending.length > 0 && faults.length < limit) {
    const position = pending.pop()!
    const { value } = position
    const keyError = typeof position.key === 'string' ? findTextFault(position.key) : undefined
    const error = keyError ?? findValueFault(value)
    if (error !== undefined) faults.push({ path: pathOf(position), input: keyError ? position.key : value, error })
    if (typeof value !== 'object' || value === null) continue
    // Pushed backwards, so that errors are in text order.
    const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
    for (let i = keys.length - 1; i >= 0; i--) {
      const key = keys[i]!
      pending.push({ value: (value as Record<string | number, unknown>)[key], key, parent: position })
    }
  }
  return faults
}

function pathOf(position: TreePosition): (string | number)[] {
  const path: (string | number)[] = []
  for (let at: TreePosition | undefined = position; at !== undefined; at = at.parent) {
    if (at.key !== undefined) path.push(at.key)
  }
  return path.reverse()
}
