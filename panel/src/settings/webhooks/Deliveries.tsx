// A webhook's deliveries of the last 30 days, with request, response and resend.

import { Box, Button, Code, Group, Skeleton, Text } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import type { DeliveryOut, WebhookOut } from 'galley-client/schema.ts'
import { useState } from 'react'
import { counted } from '../../counted.ts'
import { Ago } from '../../ui/Ago.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { useDeliveries, useDelivery, useWebhookChanges } from './webhookQueries.ts'

const outcomeOf = ({ status, attempts, error }: DeliveryOut): string =>
  status === 'delivered'
    ? 'Delivered'
    : `${status === 'failed' ? 'Failed' : 'Pending'}, ${counted(attempts, 'attempt', 'attempts')}${error ? `: ${error}` : ''}`

export function Deliveries({ webhook, onClose }: { webhook: WebhookOut; onClose: () => void }) {
  const deliveries = useDeliveries(webhook.id)
  const { replay } = useWebhookChanges()
  const [shown, setShown] = useState<number>()
  const columns: Column<DeliveryOut>[] = [
    {
      key: 'Event',
      cell: (one) => (
        <>
          <Button variant="subtle" size="compact-sm" aria-expanded={shown === one.id} onClick={() => setShown(one.id)}>
            {one.event}
          </Button>
          <Box hiddenFrom="sm" fz="xs" px="xs">
            {outcomeOf(one)}
            <br />
            <Ago at={one.created_at} />
          </Box>
        </>
      ),
    },
    { key: 'When', from: 'sm', cell: ({ created_at }) => <Ago at={created_at} /> },
    { key: 'Outcome', from: 'sm', cell: (one) => <Text fz="sm">{outcomeOf(one)}</Text> },
    {
      key: 'Actions',
      unseen: true,
      width: 110,
      cell: ({ id, event }) => (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Send again: ${event}`}
          onClick={() => replay.mutate({ id: webhook.id, delivery: id })}
        >
          Send again
        </Button>
      ),
    },
  ]
  const items = deliveries.data?.items
  return (
    <Dialog title={`Deliveries to ${webhook.name}`} size="xl" onClose={onClose}>
      <ErrorNote error={deliveries.error ?? replay.error} onRetry={() => void deliveries.refetch()} />
      {deliveries.isPending && <Skeleton h={100} />}
      {items?.length === 0 && (
        <EmptyState icon={IconSend} title="No deliveries">
          Send a test message to see one.
        </EmptyState>
      )}
      {items && items.length > 0 && <DataTable columns={columns} rows={items} keyOf={({ id }) => id} minWidth={560} />}
      {shown !== undefined && <Exchange key={shown} webhookId={webhook.id} deliveryId={shown} />}
    </Dialog>
  )
}

/** The details are below the list, which may fill the screen. */
const intoView = (section: HTMLElement | null) => section?.scrollIntoView({ block: 'nearest' })

/** Fetched one by one, because bodies are long. */
function Exchange({ webhookId, deliveryId }: { webhookId: number; deliveryId: number }) {
  const { data, error } = useDelivery(webhookId, deliveryId)
  if (!data) return <ErrorNote error={error} />
  return (
    <section ref={intoView} aria-label="Request and response">
      <Group justify="space-between">
        <Text fz="sm" fw={550}>
          Request
        </Text>
        <Text fz="xs" c="dimmed" ff="monospace">
          {data.message_id}
        </Text>
      </Group>
      <Code block>{`POST ${data.request.url}\n\n${JSON.stringify(JSON.parse(data.request.body), null, 2)}`}</Code>
      <Text fz="sm" fw={550} mt="sm">
        Response
      </Text>
      <Code block>
        {data.response ? `${data.response.status}\n\n${data.response.body}` : (data.error ?? 'None yet')}
      </Code>
    </section>
  )
}
