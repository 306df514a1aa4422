// Confirms deleting redirects, with recent use and linking pages.

import type { RedirectLinksOut, RedirectOut } from 'galley-client/schema.ts'
import { counted } from '../../counted.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { deleteRedirects } from './redirectQueries.ts'

type Props = {
  redirects: RedirectOut[]
  links: RedirectLinksOut[]
  onDone: () => void
  onClose: () => void
}

const LATELY = 30 * 24 * 60 * 60_000

export function DeleteRedirects({ redirects, links, onDone, onClose }: Props) {
  const [only] = redirects.length === 1 ? redirects : []
  const ids = new Set(redirects.map(({ id }) => id))
  const since = Date.now() - LATELY
  const followed = redirects.filter(({ last_hit_at }) => last_hit_at !== null && Date.parse(last_hit_at) > since).length
  const linked = links.filter(({ id }) => ids.has(id)).length
  const still = [
    followed > 0 && `${only ? 'It was' : counted(followed, 'was', 'were')} followed in the last 30 days.`,
    linked > 0 && `${only ? 'Pages' : `For ${linked}, pages`} of this site still link to the old address.`,
  ].filter((sentence) => sentence !== false)
  return (
    <Confirm
      title={
        only ? `Delete the redirect from “${only.from}”?` : `Delete ${redirects.length.toLocaleString('en')} redirects?`
      }
      action="Delete"
      onClose={onClose}
      onConfirm={() => deleteRedirects(redirects).then(onDone)}
    >
      {still.length > 0 && (
        <p>
          <b>{still.join(' ')}</b>
        </p>
      )}
      Links to {only ? 'this address' : 'these addresses'} will show “Page not found”. This can't be undone.
    </Confirm>
  )
}
