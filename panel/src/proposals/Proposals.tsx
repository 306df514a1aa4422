// Proposals on the review page, open or closed.

import { Anchor, Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Row } from '../review/Row.tsx'
import { Section } from '../review/Section.tsx'
import { PROPOSALS_PAGE, type ShownProposals, useProposals } from './queries.ts'
import { personName, STATES } from './words.ts'

export function Proposals({ state }: { state: ShownProposals }) {
  const [before, setBefore] = useState<number>()
  const proposals = useProposals(state, before)
  const last = proposals.data?.at(-1)
  const isFull = proposals.data?.length === PROPOSALS_PAGE
  return (
    <Section
      title={state === 'waiting' ? 'Proposals' : 'Closed proposals'}
      query={proposals}
      rows={proposals.data}
      empty="None. Changes are proposed from the editor, and on every save where a category asks for review."
      foot={
        <Group mt="sm" gap="xs">
          {before !== undefined && (
            <Button variant="default" size="sm" onClick={() => setBefore(undefined)}>
              Newest
            </Button>
          )}
          {last && isFull && (
            <Button variant="default" size="sm" onClick={() => setBefore(last.id)}>
              Older
            </Button>
          )}
        </Group>
      }
    >
      {({ id, title, document, state: now, author, updated_at }) => (
        <Row
          key={id}
          link={
            <Anchor
              inherit
              data-stop
              renderRoot={(props) => <Link {...props} to="/proposals/$id" params={{ id: String(id) }} />}
            >
              {title}
            </Anchor>
          }
          about={document.title === title ? undefined : document.title}
          badge={STATES[now]}
          by={author ? personName(author) : 'Someone without an account'}
          at={updated_at}
        />
      )}
    </Section>
  )
}
