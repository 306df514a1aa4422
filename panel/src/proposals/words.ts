// Texts about proposals: states, parts, actions.

import type { ProposalDetail, ProposalOut } from 'galley-client/schema.ts'
import { nameOf } from '../people/people.ts'
import type { ProposalPart } from './parts.ts'

export const STATES: Record<ProposalOut['state'], { label: string; color: string }> = {
  draft: { label: 'Draft', color: 'gray' },
  open: { label: 'Open', color: 'yellow' },
  approved: { label: 'Approved', color: 'green' },
  rejected: { label: 'Rejected', color: 'red' },
  withdrawn: { label: 'Withdrawn', color: 'gray' },
  merged: { label: 'Published', color: 'ink' },
}

const FIELD_NAMES: Record<string, string> = {
  title: 'Title',
  summary: 'Summary',
  tags: 'Tags',
  order: 'Order of the blocks',
  action: 'Action',
}
export const isBlockPart = ({ id }: ProposalPart): boolean => !(id in FIELD_NAMES)

const CHANGES: Record<ProposalPart['change'], string> = {
  added: 'Added',
  changed: 'Changed',
  removed: 'Removed',
  moved: 'Moved',
}
export const partName = (part: ProposalPart): string => FIELD_NAMES[part.id] ?? CHANGES[part.change]

export const personName = (person: { id: number; display_name: string | null } | null): string =>
  nameOf(person) ?? 'someone without an account'

const SENDERS = { visitor: 'a visitor', network: 'a program without a token', import: 'an import' }
type BehindPart = ProposalPart['behind'][number]

export const behindNames = (behind: BehindPart[]): string =>
  behind.map(({ by, person }) => (by === 'person' ? personName(person) : SENDERS[by])).join(', ')

/** No person stands behind it yet: whoever approves it first does from then on. */
export const isUnadopted = ({ behind }: ProposalPart): boolean => behind.every(({ by }) => by !== 'person')

/** What merging will do, and what it has done. */
export function mergeLabels(action: ProposalDetail['action']): [todo: string, done: string] {
  if (action?.delete === true) return ['Delete', 'Deleted']
  return action?.published === false ? ['Unpublish', 'Unpublished'] : ['Publish', 'Published']
}

type AskedSource = {
  way: 'attach' | 'remove' | 'show'
  title?: string
  source?: { title: string; quote: string; url: string | null }
}

function sourceLine({ way, title, source }: AskedSource): string {
  if (way !== 'attach') return `${way === 'remove' ? 'Remove' : 'Show readers'} the source “${title}”`
  const url = source?.url ? ` (${source.url})` : ''
  return `Attach the source “${source?.title}”${url}: “${source?.quote}”`
}

type AskedRedirect = { from: string; remove?: boolean }
const redirectLine = ({ from, remove }: AskedRedirect): string =>
  remove ? `Remove the redirect from ${from}` : `Redirect ${from} to it`

/** The proposal's action, one line per change. */
export function actionLines(action: ProposalDetail['action'], categoryName: (id: number | null) => string): string[] {
  const lines: Record<string, (value: unknown) => string> = {
    delete: () => 'Delete the page',
    published: (value) => (value ? 'Publish the page' : 'Unpublish the page'),
    category_id: (value) => `Move it to ${value === null ? 'no category' : categoryName(value as number)}`,
    visibility: (value) => `Make it ${value}`,
    access: () => 'Change who can read it',
    slug: (value) => `Change its address to /read/${value}`,
    sources: (value) => (value as AskedSource[]).map(sourceLine).join('; '),
    redirects: (value) => (value as AskedRedirect[]).map(redirectLine).join('; '),
    front_of: (value) =>
      value === null ? 'Let it stand for no category' : `Let it stand for ${categoryName(value as number)}`,
    path: (value) => `Give it the address ${value}`,
    lang: (value) => `Set its language to ${value ?? 'that of the site'}`,
  }
  return Object.entries(action ?? {}).map(([field, value]) => lines[field]?.(value) ?? field)
}
