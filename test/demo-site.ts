// A small documentation site as a team would write one: for browser tests, pictures and trying things out.

import { type Actor, COMMAND_LINE } from '../src/actor.ts'
import type { Deps } from '../src/deps.ts'
import { createCategory } from '../src/features/categories/service.ts'
import { createDocument, setPinned } from '../src/features/documents/editing/service.ts'
import type { DocumentJobs } from '../src/features/documents/jobs.ts'
import { documentsOfTree } from '../src/features/documents/review/of-tree.ts'
import { makePerson } from './build.ts'

const QUICK_START = `
Harbour runs on one machine or on many. This page takes you from nothing to a first deployment in about ten minutes.

> **Before you begin.** You need Node 22 or later, a terminal, and an account with the *deployer* role.

## Install the command line

The command line is one package. It brings its own runtime, so nothing else has to be installed.

\`\`\`sh
npm install --global @harbour/cli
harbour --version   # 4.2.0
\`\`\`

## Write the manifest

A manifest says what runs, how often it is checked, and who is told when it stops.

\`\`\`yaml
service: orders
image: registry.internal/orders:2026.3
replicas: 3
health:
  path: /healthz
  every: 10s
alerts: ["#orders-team"]
\`\`\`

Every key has a default; \`service\` and \`image\` are the only ones you have to give.

### Checks

The health check is an HTTP request. Three failures in a row replace the instance.

| Key | Meaning | Default | Since |
|---|---|---|---|
| \`health.path\` | Address that is asked | \`/healthz\` | 1.0 |
| \`health.every\` | Time between two checks | \`10s\` | 1.0 |
| \`health.patience\` | Failures before an instance is replaced | \`3\` | 2.4 |
| \`health.grace\` | Time after the start in which failures don't count | \`30s\` | 3.1 |

### Secrets

Secrets never stand in the manifest. Name them there, and set them once:

\`\`\`ts
import { secret } from '@harbour/sdk'

export async function connect(): Promise<Pool> {
  const url = await secret('orders/database-url') // fetched once, kept in memory
  return new Pool({ connectionString: url, max: 10 })
}
\`\`\`

## Deploy

1. Check the manifest with \`harbour check\`.
2. Send it with \`harbour deploy --wait\`.
3. Open the address that the command prints.

If something is wrong, the old version keeps running: a deployment replaces an instance only after the new one is healthy.

## Before you go live

- [x] Health check answers within 200 ms
- [x] Alerts reach a person
- [ ] A restore has been tried, not only a backup
- [ ] Somebody else has read this list

---

See [how rollbacks work](/read/rollbacks) for the way back.
`

const ROLLBACKS = `
A rollback is a deployment of what ran before. It takes as long as a deployment, and it is as safe.

## When to roll back

Roll back first and look for the cause afterwards when customers notice a fault. Every deployment keeps the five versions before it.

\`\`\`sh
harbour history orders
harbour rollback orders --to 2026.2
\`\`\`

## What is not rolled back

Databases are not. A migration that can't be undone has to be announced, and is marked in the history.

## Automatic rollbacks

With \`rollback: auto\` the platform returns to the last healthy version when more than one in ten requests fails for two minutes.
`

const page = (words: string) =>
  `${words}\n\n## In short\n\n- One way to do it, and a reason for it.\n- Ask the platform team when the reason no longer holds.\n\n## Details\n\nThe defaults are right for most services. Change one at a time, and look at the dashboard for a day before changing the next.\n`

/** seedDemoSite writes the site and returns the person who wrote it. */
export async function seedDemoSite(deps: Deps & { jobs: DocumentJobs }) {
  const writer = await makePerson(deps, 'admin', 'Ada Berg')
  const actor: Actor = { userId: writer.id, role: 'admin', label: writer.email, member: true }
  const category = async (name: string, description: string, parent_id: number | null = null) =>
    (await createCategory({ ...deps, ...documentsOfTree }, { actor }, { name, description, parent_id })).id
  const document = async (title: string, category_id: number | null, markdown: string, more: object = {}) =>
    (await createDocument(deps, actor, { title, category_id, markdown, ...more })).head.id

  const started = await category('Getting started', 'From nothing to a first deployment.')
  const running = await category('Running services', 'Deployments, rollbacks, scaling, and what to do at night.')
  const incidents = await category('Incidents', 'What to do when something is down.', running)
  const reference = await category('Reference', 'Every command, key and limit.')
  const inside = (
    await createCategory(
      { ...deps, ...documentsOfTree },
      { actor },
      { name: 'Platform team', visibility: 'members', description: 'For those who run the platform.' },
    )
  ).id

  const quick = await document('Quick start', started, QUICK_START, {
    summary: 'Install the command line, write a manifest and deploy a first service in ten minutes.',
    tags: ['deployment', 'manifest', 'beginners'],
    position: 1,
  })
  await document(
    'Concepts',
    started,
    page('Services, instances, manifests: the words that the rest of these pages use.'),
    { summary: 'The words that the rest of these pages use.', position: 2 },
  )
  await document('Local development', started, page('Run the platform on your own machine, with the same manifest.'), {
    position: 3,
  })
  const rollbacks = await document('Rollbacks', running, ROLLBACKS, {
    slug: 'rollbacks',
    summary: 'How to return to what ran before, and what does not come back with it.',
    tags: ['deployment', 'incidents'],
  })
  await document('Scaling', running, page('More instances, larger instances, and how to tell which one helps.'), {
    summary: 'More instances, larger instances, and how to tell which one helps.',
  })
  await document(
    'The first ten minutes',
    incidents,
    page('Who is called, what is written down, and when to roll back.'),
    { summary: 'Who is called, what is written down, and when to roll back.', tags: ['incidents'] },
  )
  await document('Writing the report', incidents, page('A report is written within two days, without blame.'))
  await document('Manifest', reference, page('Every key of the manifest with its default.'), {
    summary: 'Every key of the manifest with its default.',
  })
  await document('Command line', reference, page('Every command and its options.'), {
    summary: 'Every command and its options.',
  })
  await document('Keys to the machine room', inside, page('Where the keys are, and who may have them.'), {
    slug: 'machine-room',
  })
  await setPinned(deps, COMMAND_LINE, quick, true)
  await setPinned(deps, COMMAND_LINE, rollbacks, true)
  await deps.db.inTransaction(async (tx) => {
    await tx
      .updateTable('document_rows')
      .set({ approved_by: writer.id, approved_at: deps.clock.now() })
      .where('id', '=', rollbacks)
      .execute()
    await tx.updateTable('revisions').set({ origin: 'approval' }).where('document_id', '=', rollbacks).execute()
  })
  return writer
}
