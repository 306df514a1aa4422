// A small documentation site as a team would have it: for the pictures in docs/images and for tests that need some content.

import type { Page } from 'playwright-core'

export const ADMIN = { email: 'ada@example.com', password: 'correct horse battery', display_name: 'Ada Novak' }

export type ApiCall = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; body: Record<string, unknown> & { id: number } }>

/** apiOf calls the service as the person who is signed in on the page. */
export function apiOf(page: Page): ApiCall {
  return (method, path, body) =>
    page.evaluate(
      async ([method, path, body]) => {
        const response = await fetch(path as string, {
          method: method as string,
          ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        })
        const text = await response.text()
        return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
      },
      [method, path, body] as const,
    ) as ReturnType<ApiCall>
}

/** signUp makes the administrator without the forms, and leaves the page signed in at its home. */
export async function signUp(page: Page): Promise<void> {
  await page.request.post('/auth/register', { data: ADMIN })
  await page.goto('/panel/')
  await page.getByRole('link', { name: 'Documents' }).waitFor()
}

const TREE: [string, string[]][] = [
  ['Getting started', ['Installation', 'First steps']],
  ['Guides', ['Deployment', 'Migrations', 'Monitoring']],
  ['Reference', ['Command line', 'HTTP interface', 'Configuration']],
  ['Internal', ['Runbooks', 'Post-mortems']],
]

const DOCUMENTS: [string, string, string][] = [
  [
    'Install on Linux',
    'Installation',
    '## Before you begin\n\nYou need a machine with **2 GB** of memory and a recent kernel.\n\n## Steps\n\n1. Download the archive.\n2. Unpack it to `/opt/harbour`.\n3. Run `harbour init` and answer its questions.\n\n```bash\ncurl -LO https://example.com/harbour.tar.gz\ntar xf harbour.tar.gz -C /opt\n```\n\n> Keep the archive: the upgrade reads it.',
  ],
  ['Install on macOS', 'Installation', 'The package manager does everything.\n\n```bash\nbrew install harbour\n```'],
  [
    'Your first project',
    'First steps',
    '## Create it\n\nRun `harbour new` in an empty folder.\n\n## Look around\n\n- `harbour.yaml` holds the settings\n- `services/` holds one folder a service',
  ],
  [
    'Rolling deployments',
    'Deployment',
    '## How it works\n\nOne instance at a time is drained, replaced and checked.\n\n| Phase | Longest time |\n|---|---|\n| drain | 30 s |\n| start | 60 s |\n| check | 20 s |\n\n## When it stops\n\nA failed check keeps the old instances.',
  ],
  ['Blue and green', 'Deployment', 'Two full sets of instances, one of which serves.'],
  [
    'Moving from version 2',
    'Migrations',
    '## What changed\n\nThe scheduler was rewritten; timers are now stored in UTC.',
  ],
  ['Metrics', 'Monitoring', 'Every service exposes `/metrics` in the Prometheus format.'],
  ['harbour deploy', 'Command line', '`harbour deploy [service]` starts a rolling deployment.'],
  ['Authentication', 'HTTP interface', 'Send the token as `Authorization: Bearer <token>`.'],
  [
    'Environment variables',
    'Configuration',
    'All settings can be given as environment variables with the prefix `HARBOUR_`.',
  ],
  ['Restoring a backup', 'Runbooks', ''],
  ['Rotating certificates', 'Runbooks', ''],
  ['Alerts and what to do', 'Monitoring', ''],
  ['Scaling a service', 'Deployment', ''],
]

export const NOTES = `# Rotating certificates

Certificates of the gateway last 90 days. Rotation is done by the **platform team** on the first Monday of the month.

- Ask the certificate authority for a new certificate with \`harbour cert request\`.
- Install it with \`harbour cert install\` on each gateway, one at a time.
- Check the expiry date on the dashboard afterwards.

If a gateway refuses the new certificate, put the old one back and tell the platform team. TODO: who approves an emergency rotation?`

export const MATERIAL = {
  title: 'Gateway handbook',
  text: 'The gateway reads its certificate from /etc/harbour/tls. A reload is enough; no restart is needed.\n\nThe old certificate is kept for seven days in /etc/harbour/tls/old, so that a rollback takes less than a minute.',
}

/** fillSample makes categories and documents through the API, and returns the documents' ids by title. */
export async function fillSample(api: ApiCall): Promise<Map<string, number>> {
  const categories = new Map<string, number>()
  for (const [parent, children] of TREE) {
    const { body } = await api('POST', '/api/admin/categories/', {
      name: parent,
      ...(parent === 'Internal' && { visibility: 'members' }),
    })
    categories.set(parent, body.id)
    for (const name of children) {
      const child = await api('POST', '/api/admin/categories/', { name, parent_id: body.id })
      categories.set(name, child.body.id)
    }
  }
  const documents = new Map<string, number>()
  for (const [title, category, markdown] of DOCUMENTS) {
    const { body } = await api('POST', '/api/admin/docs/', {
      title,
      category_id: categories.get(category),
      tags: [category.toLowerCase()],
      ...(markdown && { markdown }),
    })
    documents.set(title, body.id)
  }
  return documents
}
