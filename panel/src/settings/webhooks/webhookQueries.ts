// Queries and mutations of webhooks.

import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { keys, queryClient } from '../../api/queries.ts'

const refresh = () => void queryClient.invalidateQueries({ queryKey: keys.webhooks() })

export const useWebhooks = () => useQuery({ queryKey: keys.webhooks(), queryFn: () => call('GET /api/admin/webhooks') })

/** Polled every few seconds, because pending deliveries change by themselves. */
export const useDeliveries = (id: number) =>
  useQuery({
    queryKey: keys.webhooks(id),
    queryFn: () => call('GET /api/admin/webhooks/{webhook_id}/deliveries', { path: { webhook_id: id }, query: {} }),
    refetchInterval: 3_000,
  })

export const useDelivery = (id: number, delivery: number) =>
  useQuery({
    queryKey: keys.webhooks(id, delivery),
    queryFn: () =>
      call('GET /api/admin/webhooks/{webhook_id}/deliveries/{delivery_id}', {
        path: { webhook_id: id, delivery_id: delivery },
      }),
  })

export const useWebhookChanges = () => ({
  pause: useMutation({
    mutationFn: ({ id, paused }: { id: number; paused: boolean }) =>
      call('PATCH /api/admin/webhooks/{webhook_id}', { path: { webhook_id: id }, body: { paused } }),
    onSettled: refresh,
  }),
  test: useMutation({
    mutationFn: (id: number) => call('POST /api/admin/webhooks/{webhook_id}/test', { path: { webhook_id: id } }),
    onSettled: refresh,
  }),
  rotate: useMutation({
    mutationFn: (id: number) => call('POST /api/admin/webhooks/{webhook_id}/rotate', { path: { webhook_id: id } }),
  }),
  remove: useMutation({
    mutationFn: (id: number) => call('DELETE /api/admin/webhooks/{webhook_id}', { path: { webhook_id: id } }),
    onSettled: refresh,
  }),
  replay: useMutation({
    mutationFn: ({ id, delivery }: { id: number; delivery: number }) =>
      call('POST /api/admin/webhooks/{webhook_id}/deliveries/{delivery_id}/replay', {
        path: { webhook_id: id, delivery_id: delivery },
      }),
    onSettled: refresh,
  }),
})
