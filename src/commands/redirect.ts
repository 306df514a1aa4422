// galley redirect list|add|remove: redirects of old addresses.

import { COMMAND_LINE } from '#actor.ts'
import { reasonOf } from '#convert/page/file.ts'
import { createRedirect, deleteRedirect, listRedirects } from '#features/documents/redirects/redirects.ts'
import { withDeps } from './with-deps.ts'

const AT_ONCE = 200

export const redirectList = (q: string, { json = false }: { json?: boolean }): Promise<void> =>
  withDeps({ wording: reasonOf }, async (deps) => {
    const all: Awaited<ReturnType<typeof listRedirects>> = []
    for (let offset = 0; offset === all.length; offset += AT_ONCE)
      all.push(...(await listRedirects(deps, { q, limit: AT_ONCE, offset })))
    if (json) return void process.stdout.write(`${JSON.stringify(all, null, 2)}\n`)
    for (const { id, from, to, kind, status, hits } of all)
      process.stdout.write(`${id}  ${from}${kind === 'prefix' ? '/*' : ''}  →  ${to}  ${status}  ${hits} hits\n`)
    if (all.length === 0) process.stdout.write('No redirects.\n')
  })

export const redirectAdd = (
  from: string,
  to: string,
  { prefix = false, status }: { prefix?: boolean; status: string },
): Promise<void> =>
  withDeps({ wording: reasonOf }, async (deps) => {
    const kind = prefix ? 'prefix' : 'exact'
    const redirect = await createRedirect(deps, COMMAND_LINE, { from, to, kind, status: Number(status) })
    process.stdout.write(`Redirect ${redirect.id}: ${redirect.from} now redirects to ${redirect.to}.\n`)
  })

export const redirectRemove = (id: string): Promise<void> =>
  withDeps({ wording: reasonOf }, async (deps) => {
    await deleteRedirect(deps, COMMAND_LINE, Number(id) || 0)
    process.stdout.write(`Redirect ${id} was removed.\n`)
  })
