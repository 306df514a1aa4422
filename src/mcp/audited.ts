// Records every transaction of a writing tool in the audit trail, with the program's name.

import type { Deps } from '#deps.ts'
import type { Db, Tx, TxOptions } from '#engine/db/db.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import type { ReadingDeps } from './reading-tools.ts'
import type { ToolCall } from './tool.ts'

export type WritingDeps = ReadingDeps & Deps

/** `target` derives what the tool changed from the transaction's result. */
export function audited<D extends WritingDeps>(
  deps: D,
  tool: string,
  { actor }: ToolCall,
  target: (result: never) => string,
): D {
  const { db, clock } = deps
  const inTransaction: Db['inTransaction'] = <T>(work: (tx: Tx) => Promise<T>, options?: TxOptions) =>
    db.inTransaction(async (tx) => {
      const result = await work(tx)
      await recordAudit(tx, actor, 'assistant.wrote', target(result as never), { tool }, clock.now())
      return result
    }, options)
  return { ...deps, db: { ...db, inTransaction } }
}
