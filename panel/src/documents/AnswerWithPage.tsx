// Sets the page that answers a missed question: removes it from the list and notifies people who asked the team.

import { Button, Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import { counted } from '../counted.ts'
import { Dialog, DialogButtons } from '../ui/Dialog.tsx'
import { type Missed, useAnswerMissed } from './missedQueries.ts'

export function AnswerWithPage({ missed, onClose }: { missed: Missed; onClose: () => void }) {
  const [text, setText] = useState('')
  const [id, setId] = useState<string | null>(null)
  const [q] = useDebouncedValue(text.trim(), 200)
  const found = useQuery({
    queryKey: keys.search(`answer ${q}`),
    queryFn: () => call('GET /api/docs/suggest/full', { query: { q, limit: 10 } }),
    enabled: q !== '',
    placeholderData: (before) => before,
  })
  const answer = useAnswerMissed(onClose)
  const pages = new Map((found.data ?? []).map((page) => [String(page.id), page.title]))
  return (
    <Dialog title="Answer with a page" onClose={onClose}>
      <Text>{missed.question}</Text>
      <Select
        label="Page that answers it"
        placeholder="Type a title"
        searchable
        data-autofocus
        nothingFoundMessage={q === '' ? undefined : 'No page found'}
        // The service has already filtered.
        filter={({ options }) => options}
        onSearchChange={setText}
        data={[...pages].map(([value, label]) => ({ value, label }))}
        value={id}
        onChange={setId}
      />
      <Text fz="sm" c="dimmed">
        {missed.waiting > 0 && `${counted(missed.waiting, 'reader')} asked the team and will be notified. `}
        The question leaves this list.
      </Text>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={id === null}
          loading={answer.isPending}
          onClick={() => answer.mutate({ words: missed.words, document_id: Number(id) })}
        >
          Answer
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
