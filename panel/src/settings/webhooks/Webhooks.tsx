// Webhooks: add, test, pause, rotate the secret, delete.

import { ActionIcon, Button, Skeleton, Text } from '@mantine/core'
import { IconDots, IconPlus, IconWebhook } from '@tabler/icons-react'
import type { WebhookOut } from 'galley-client/schema.ts'
import { useState } from 'react'
import { counted } from '../../counted.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { lazily, lazyMenu } from '../../ui/lazily.tsx'
import { SettingsSection } from '../SettingsSection.tsx'
import { useWebhookChanges, useWebhooks } from './webhookQueries.ts'

/** A webhook's state, and why the service paused it. */
const STATES: Record<WebhookOut['state'], string> = {
  active: 'Active',
  paused: 'Paused',
  gone: 'Receiver is gone (410)',
}

function WebhookState({ webhook: { state, pause_reason: reason } }: { webhook: WebhookOut }) {
  if (!reason) return STATES[state]
  return (
    <>
      Paused by Galley
      <Text fz="xs" c="dimmed">
        {reason}
      </Text>
    </>
  )
}

const Confirm = lazily(() => import('../../ui/Confirm.tsx'), 'Confirm')
const CopyDialog = lazily(() => import('../../ui/CopyDialog.tsx'), 'CopyDialog')
const Deliveries = lazily(() => import('./Deliveries.tsx'), 'Deliveries')
const NewWebhook = lazily(() => import('./NewWebhook.tsx'), 'NewWebhook')
const WebhookMenu = lazyMenu(() => import('./WebhookMenu.tsx'), 'WebhookMenu')

type Open = { what: 'new' } | { what: 'deliveries' | 'delete' | 'rotate'; webhook: WebhookOut }

export function Webhooks() {
  const webhooks = useWebhooks()
  const { pause, test, rotate, remove } = useWebhookChanges()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const webhook = open && 'webhook' in open ? open.webhook : undefined
  const columns: Column<WebhookOut>[] = [
    {
      key: 'Webhook',
      cell: ({ name, url }) => (
        <>
          <Text fz="sm" fw={550}>
            {name}
          </Text>
          <Text fz="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Text>
        </>
      ),
    },
    { key: 'Events', from: 'sm', cell: ({ events }) => (events.length === 0 ? 'all' : events.join(', ')) },
    { key: 'State', cell: (one) => <WebhookState webhook={one} /> },
    { key: 'Pending', from: 'sm', cell: ({ pending }) => pending },
    {
      key: 'Actions',
      unseen: true,
      width: 50,
      cell: (one) => (
        <WebhookMenu
          isRunning={one.state === 'active'}
          onTest={() => test.mutate(one.id, { onSuccess: () => setOpen({ what: 'deliveries', webhook: one }) })}
          onDeliveries={() => setOpen({ what: 'deliveries', webhook: one })}
          onPause={() => pause.mutate({ id: one.id, paused: one.state === 'active' })}
          onRotate={() => setOpen({ what: 'rotate', webhook: one })}
          onDelete={() => setOpen({ what: 'delete', webhook: one })}
          button={
            <ActionIcon aria-label={`Actions for ${one.name}`} aria-haspopup="menu">
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          }
        />
      ),
    },
  ]
  return (
    <SettingsSection
      title="Webhooks"
      hint="Notify other programs when documents, drafts and users change."
      action={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ what: 'new' })}>
          New webhook
        </Button>
      }
    >
      <ErrorNote error={webhooks.error ?? pause.error ?? test.error} onRetry={() => void webhooks.refetch()} />
      {webhooks.isPending && <Skeleton h={100} />}
      {webhooks.data?.length === 0 && (
        <EmptyState icon={IconWebhook} title="No webhooks">
          Add one to notify a chat, a build or a search index of changes.
        </EmptyState>
      )}
      {webhooks.data && webhooks.data.length > 0 && (
        <DataTable columns={columns} rows={webhooks.data} keyOf={({ id }) => id} minWidth={520} />
      )}
      {open?.what === 'new' && <NewWebhook onClose={close} />}
      {webhook && open?.what === 'deliveries' && <Deliveries webhook={webhook} onClose={close} />}
      {webhook && open?.what === 'rotate' && !rotate.data && (
        <Confirm
          title={`New secret for “${webhook.name}”?`}
          action="Create secret"
          color="blue"
          onClose={close}
          onConfirm={() => rotate.mutateAsync(webhook.id)}
        >
          For a day, messages are signed with the current secret as well.
        </Confirm>
      )}
      {/* Independent of `open`: closing the confirmation must not hide the new secret. */}
      {rotate.data && (
        <CopyDialog title="Signing secret" value={rotate.data.signing_secret ?? ''} onClose={rotate.reset}>
          Copy it now. You won't be able to see it again.
        </CopyDialog>
      )}
      {webhook && open?.what === 'delete' && (
        <Confirm
          title={`Delete “${webhook.name}”?`}
          action="Delete"
          onClose={close}
          onConfirm={() => remove.mutateAsync(webhook.id)}
        >
          {webhook.pending > 0
            ? `${counted(webhook.pending, 'message', 'messages')} will not be sent.`
            : 'Its delivery history is deleted, too.'}
        </Confirm>
      )}
    </SettingsSection>
  )
}
