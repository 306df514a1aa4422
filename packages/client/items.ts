// Iterates over a paged list; hides the API's four kinds of paging.

import type { CallArgs, CallInput, GalleyClient, ResponseOf } from './client.ts'
import { PAGED_BY } from './schema.ts'

type ListOperation = keyof typeof PAGED_BY
type ItemOf<R> = R extends (infer T)[] ? T : R extends { items: (infer T)[] } ? T : never
type ListPage = unknown[] | { items: unknown[]; next_cursor?: string | null }

const PAGE_SIZE = 100

/** Fetches pages on demand; `limit` or `page_size` in the query is the size of a page. */
export async function* items<K extends ListOperation>(
  galley: GalleyClient,
  operation: K,
  ...[input]: CallArgs<K>
): AsyncGenerator<ItemOf<ResponseOf<K>>> {
  const by = PAGED_BY[operation]
  const sized = by === 'page' ? 'page_size' : 'limit'
  let query: Record<string, unknown> = { [sized]: PAGE_SIZE, ...(input as { query?: object } | undefined)?.query }
  for (;;) {
    const page = (await galley.call(operation, ...([{ ...input, query } as CallInput<K>] as CallArgs<K>))) as ListPage
    const found = Array.isArray(page) ? page : page.items
    yield* found as ItemOf<ResponseOf<K>>[]
    const cursor = Array.isArray(page) ? undefined : page.next_cursor
    if (by === 'cursor' ? !cursor : found.length < Number(query[sized])) return
    const position = Number(query[by] ?? (by === 'page' ? 1 : 0))
    query = { ...query, [by]: by === 'cursor' ? cursor : position + (by === 'page' ? 1 : found.length) }
  }
}
