// Queries and mutations of owners and watches.

import { useMutation, useQuery } from '@tanstack/react-query'
import type { OwnerIn, WatchState } from 'galley-client/schema.ts'
import { call } from '../api/client.ts'
import { keys, queryClient } from '../api/queries.ts'
import { refreshInbox } from '../inbox/queries.ts'
import { failed } from '../ui/notify.ts'

export type OwnedThing = { of: 'document' | 'category'; id: number }

export const useOwner = ({ of, id }: OwnedThing) =>
  useQuery({
    queryKey: keys.owner(of, id),
    queryFn: () =>
      of === 'document'
        ? call('GET /api/docs/{doc_id}/owner', { path: { doc_id: id } })
        : call('GET /api/admin/categories/{category_id}/owner', { path: { category_id: id } }),
  })

export const useSetOwner = ({ of, id }: OwnedThing) =>
  useMutation({
    mutationFn: (body: OwnerIn) =>
      of === 'document'
        ? call('PUT /api/docs/{doc_id}/owner', { path: { doc_id: id }, body })
        : call('PUT /api/admin/categories/{category_id}/owner', { path: { category_id: id }, body }),
    // Documents inherit a category's owner.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['owner'] }),
    onError: failed("Couldn't change the owner"),
  })

export const useWatch = ({ of, id }: OwnedThing) =>
  useQuery({
    queryKey: keys.watch(of, id),
    queryFn: () =>
      of === 'document'
        ? call('GET /api/docs/{doc_id}/watch', { path: { doc_id: id } })
        : call('GET /api/admin/categories/{category_id}/watch', { path: { category_id: id } }),
  })

export const useSetWatch = ({ of, id }: OwnedThing) =>
  useMutation({
    mutationFn: (state: WatchState['state']) =>
      of === 'document'
        ? call('PUT /api/docs/{doc_id}/watch', { path: { doc_id: id }, body: { state } })
        : call('PUT /api/admin/categories/{category_id}/watch', { path: { category_id: id }, body: { state } }),
    onSuccess: (state) => {
      queryClient.setQueryData(keys.watch(of, id), state)
      return refreshInbox()
    },
    onError: failed("Couldn't change your notifications"),
  })
