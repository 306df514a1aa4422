// A deliberate break of the code for each promise in docs/faults.md: one text of one file, replaced by another. mutate.ts makes
// them in a copy, where the experiment has to fail; mutations.test.ts holds that every text is still where it was.

export type Mutation = {
  /** experiment is the command that must catch it, no longer than it needs to. */
  experiment: string
  file: string
  from: string
  to: string
  /** shows is what the experiment's last line says then, where a busy machine alone could make it fail. */
  shows?: RegExp
}

/** EARLY_RESPONSE acknowledges a change half a second before it is written. Only a change: a new document has no id before. */
const EARLY_RESPONSE = {
  file: 'src/features/documents/editing/saves.ts',
  from: '    return await db.inTransaction(work)\n',
  to: '    setTimeout(() => void db.inTransaction(work), 500)\n    return { version: 1, updated_at: 0 } as T\n',
  shows: / [1-9]\d* of \d+ acknowledged writes lost/,
}

export const MUTATIONS: Mutation[] = [
  {
    experiment: 'publications.ts --kills 4',
    file: 'src/features/documents/drafts/publish.ts',
    from: '  if (draft.head_id === mine.id) await closeDraft(tx, draft)\n',
    to: '  if (draft.head_id === mine.id) setTimeout(() => void deps.db.inTransaction((own) => closeDraft(own, draft)), 100)\n',
  },
  { experiment: 'crashes.ts --kills 2 --writes 200', ...EARLY_RESPONSE },
  { experiment: 'crashes.ts --kills 2 --writes 200 --engine postgres', ...EARLY_RESPONSE },
  { experiment: 'revisions.ts --kills 2 --requests 200', ...EARLY_RESPONSE, shows: / [1-9]\d* faults in / },
  {
    experiment: 'evidence.ts --kills 4',
    file: 'src/features/evidence/check.ts',
    from: '  if (rows.length === 0) return\n',
    to: '  if (rows.length >= 0) return\n',
  },
  {
    experiment: 'durability.ts --writes 100 --jobs 5',
    file: 'src/engine/db/sqlite/sqlite.ts',
    from: "    database.pragma('synchronous = FULL')\n",
    to: "    database.pragma('synchronous = OFF')\n",
  },
  {
    experiment: 'workers.ts --jobs 40 --kills 4',
    file: 'src/engine/queue/queue.ts',
    from: 'LEASE_MS = 15 * SECOND',
    to: 'LEASE_MS = 45 * SECOND',
  },
  {
    experiment: 'disk.ts --seconds 5',
    file: 'src/engine/db/sqlite/sqlite.ts',
    from: "      'SQLITE_FULL',\n",
    to: '',
    shows: /other responses \d+ × 500/,
  },
  {
    experiment: 'damaged.ts --documents 100 --rounds 3',
    file: 'src/compose.ts',
    from: '  if (damage !== undefined)\n',
    to: "  if (damage === 'never')\n",
  },
  {
    experiment: 'locked.ts --long 12',
    file: 'src/engine/db/sqlite/writer.ts',
    from: 'WRITE_WAIT_MS = 10_000',
    to: 'WRITE_WAIT_MS = 100',
    shows: /locked for 3 s: [1-9]\d* of/,
  },
  {
    experiment: 'postgres-outage.ts --seconds 5',
    file: 'src/engine/db/postgres/postgres.ts',
    from: 'hasCode(error, Object.keys(OUTAGES)) ||',
    to: 'hasCode(error, []) ||',
    shows: /other responses \d+ × 500/,
  },
  {
    experiment: 'frozen-node.ts --rounds 1 --seconds 10',
    file: 'src/engine/db/postgres/postgres.ts',
    from: '      const value = await work(txOn(',
    to: "      await client.query('select pg_advisory_xact_lock(1)')\n      const value = await work(txOn(",
  },
  {
    experiment: 'hot-row.ts --rounds 1',
    file: 'src/engine/db/postgres/postgres.ts',
    from: 'const LOCK_WAIT_MS = 100\n',
    to: 'const LOCK_WAIT_MS = 60_000\n',
  },
  {
    experiment: 'clocks.ts --jobs 12',
    file: 'src/compose.ts',
    from: 'clock: db.clock',
    to: 'clock: { now: () => Date.now() }',
    shows: /the first begun after [6-9]\d{4} ms/,
  },
  {
    // Few writes, or a checkpoint brings them into the file in time.
    experiment: 'backups.ts --rounds 2 --documents 20 --large 0 --clients 1 --pause 200',
    file: 'src/engine/db/sqlite/sqlite.ts',
    from: 'backup: (target, onProgress, inspect) => copyTo(target, connect(file), onProgress, inspect),',
    to: "backup: async (target) => (await import('node:fs')).copyFileSync(file, target),",
  },
  {
    experiment: 'rolling.ts --writes 200',
    file: 'src/engine/db/migrate.ts',
    from: '  migrations = MIGRATIONS,\n',
    to: "  migrations = [...MIGRATIONS, { name: '9999_harm', statements: () => ['alter table categories rename column name to other'] }],\n",
  },
  {
    experiment: 'engine-moves.ts --minutes 0.2',
    file: 'src/compose.ts',
    from: '  if (!(await isMoveUnfinished(db))) return\n',
    to: '  if (databaseUrl !== undefined) return\n',
    shows: /a service on the half-moved database said/,
  },
  {
    experiment: 'engines.ts --runs 20',
    file: 'src/engine/db/sqlite/search.ts',
    from: 'putBody(tx, { id, words: asWords(words) })',
    to: "putBody(tx, { id, words: '' })",
  },
  {
    experiment: 'soak.ts --minutes 2',
    file: 'src/http/metrics.ts',
    from: '    requests.inc({ method, route, status })\n',
    to: '    requests.inc({ method, route, status })\n    ;((globalThis as { leak?: Buffer[] }).leak ??= []).push(Buffer.alloc(50_000, 1))\n',
    shows: /service MB [^,]*TOO MUCH/,
  },
  {
    experiment: 'malformed.ts --count 1000',
    file: 'src/http/requests/json.ts',
    from: '    const at = findJsonFault(text) ?? 0\n',
    to: "    throw new Error('broken')\n    const at = findJsonFault(text) ?? 0\n",
  },
  {
    experiment: 'slow-clients.ts --connections 300',
    file: 'src/http/kernel.ts',
    from: 'requestTimeout: 25_000',
    to: 'requestTimeout: 250_000',
    shows: / 0 of \d+ slow bodies/,
  },
  {
    experiment: 'shapes.ts --only plain --shapes 40 --long 100',
    file: 'src/blocks/parsing/parse-markdown.ts',
    from: 'emojiSyntax, dataSyntax]',
    to: 'emojiSyntax]',
  },
]
