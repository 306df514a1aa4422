// A long list in pieces that a statement or a transaction can take: both engines bound how many values one may have.

export function* batchesOf<T>(items: readonly T[], size = 500): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}
