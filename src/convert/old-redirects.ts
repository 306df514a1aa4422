// Redirects that the old site had: `_redirects` of Netlify and Cloudflare, `vercel.json`, and the lists in the configurations of
// Docusaurus, Astro and Mintlify. Only exact ones are read; those with placeholders are named in the report.

import { type FolderAddresses, oldAddress } from './page/addresses.ts'
import { readConfigured } from './tools/navigation.ts'
import type { SourceFolder } from './tools/preset.ts'

type OldRedirect = { from: string; to: string; path: string; line?: number }

export const REDIRECTS_FILE = '_redirects'
const LISTS = [REDIRECTS_FILE, 'public/_redirects', 'static/_redirects']
const CONFIGURATIONS = [
  'vercel.json',
  'docs.json',
  'mint.json',
  ...['js', 'ts', 'mjs'].flatMap((ending) => [`docusaurus.config.${ending}`, `astro.config.${ending}`]),
]

/** Maps the old site's redirects to imported pages. */
export function oldRedirects(folder: SourceFolder, addresses: FolderAddresses): Map<string, string> {
  const moved = new Map<string, string>()
  for (const { from, to, path, line } of [...listed(folder), ...configured(folder)]) {
    const note = (reason: string) => folder.notes.push({ path, ...(line !== undefined && { line }), reason })
    const [address = '', fragment] = to.split('#')
    const old = /[*:]/.test(from) || !from.startsWith('/') ? undefined : oldAddress(from)
    if (old === undefined) note(`the redirect of ${from} is not of one address of the old site`)
    else if (!to.startsWith('/')) note(`the redirect of ${from} leads to another site`)
    else {
      const page = addresses.find('', address, fragment === undefined ? '' : `#${fragment}`)
      if (page === undefined) note(`the redirect of ${from} leads to ${to}, which is not imported`)
      else moved.set(old, page)
    }
  }
  return moved
}

/** Parses lines of `from to [status]`; a status of 200 is a rewrite, not a redirect. */
function listed({ readAbove }: SourceFolder): OldRedirect[] {
  return LISTS.flatMap((path) =>
    (readAbove(path) ?? '').split('\n').flatMap((text, index) => {
      const [from, to, status = '301'] = text.split('#', 1)[0] === '' ? [] : text.trim().split(/\s+/)
      return from && to && /^30[1278]!?$/.test(status) ? [{ from, to, path, line: index + 1 }] : []
    }),
  )
}

function configured(folder: SourceFolder): OldRedirect[] {
  return CONFIGURATIONS.flatMap((path) => {
    const given = readConfigured(folder, [path], 'redirects')
    return pairsIn(given).map(([from, to]) => ({ from, to, path }))
  })
}

/** pairsIn reads `[{from, to}]`, `[{source, destination}]` and `{from: to}`; several addresses may lead to one. */
function pairsIn(given: unknown): [from: string, to: string][] {
  if (typeof given !== 'object' || given === null) return []
  const pairs = Array.isArray(given)
    ? given.flatMap((one) => {
        const { from, source, to, destination } = (one ?? {}) as Record<string, unknown>
        return [from ?? source].flat().map((old) => [old, to ?? destination])
      })
    : Object.entries(given).map(([from, to]) => [from, (to as { destination?: unknown } | null)?.destination ?? to])
  return pairs.filter((pair): pair is [string, string] => pair.every((one) => typeof one === 'string'))
}
