// Many documents at once, for tests that need thousands: written into the database of the service beside it, as an import would.

import { COMMAND_LINE } from '../../src/actor.ts'
import { readConfig } from '../../src/config.ts'
import { openDb } from '../../src/engine/db/open.ts'
import { prepareContent } from '../../src/features/documents/writing/prepare/prepare.ts'
import { addDocument } from '../../src/features/documents/writing/write.ts'

type SeededPage = { slug: string; category_id?: number; published?: boolean; text?: string }

const AT_ONCE = 500

/** seedDocuments makes documents, without a text unless one is given; their titles are numbers. */
export async function seedDocuments(
  folder: string,
  count: number,
  { slug, text, ...fields }: SeededPage,
): Promise<void> {
  const db = await openDb(readConfig({ GALLEY_DATA: folder }))
  const prepared = await prepareContent(
    text === undefined
      ? []
      : [{ id: 'p1', type: 'paragraph', props: {}, content: [{ type: 'text', text, styles: {} }], children: [] }],
  )
  const cause = { actor: COMMAND_LINE, origin: 'import', at: Date.now() } as const
  try {
    for (let from = 0; from < count; from += AT_ONCE)
      await db.inTransaction(async (tx) => {
        for (let number = from; number < Math.min(count, from + AT_ONCE); number++)
          await addDocument(
            { db },
            tx,
            { ...fields, title: `Page ${number}`, slug: `${slug}-${number}`, prepared },
            cause,
          )
      })
  } finally {
    await db.close()
  }
}
