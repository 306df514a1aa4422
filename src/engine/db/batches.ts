// Splits long lists into batches: both engines limit the number of values in a statement.

export function* batchesOf<T>(items: readonly T[], size = 500): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
