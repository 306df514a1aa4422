// Mutations of other people's accounts.

import { useMutation } from '@tanstack/react-query'
import type { InvitationOut, UserOut } from 'galley-client/schema.ts'
import { call } from '../../api/client.ts'
import { keys, queryClient } from '../../api/queries.ts'
import type { Role } from '../../api/types.ts'
import { failed, notify } from '../../ui/notify.ts'
import { optimistic, orTakeBack } from '../../ui/optimistic.ts'
import { saveJson } from '../saveJson.ts'

const refresh = () => queryClient.invalidateQueries({ queryKey: keys.users() })

/** Optimistic; rolled back on failure. */
export function useChangeUser() {
  return useMutation({
    mutationFn: ({ id, ...body }: { id: number; role?: Role; disabled?: boolean }) =>
      call('PATCH /api/admin/users/{user_id}', { path: { user_id: id }, body }),
    onMutate: ({ id, ...part }) =>
      optimistic<UserOut[]>({ queryKey: keys.users() }, (users) =>
        users.map((user) => (user.id === id ? { ...user, ...part } : user)),
      ),
    onError: orTakeBack("Couldn't change the user"),
    onSettled: () => void refresh(),
  })
}

/** Calls `onUnsent` if no mail could be sent, so that the link can be passed on. */
export const useInvite = (onUnsent: (invitation: InvitationOut) => void) =>
  useMutation({
    mutationFn: (id: number) => call('POST /api/admin/users/{user_id}/invite', { path: { user_id: id } }),
    onSuccess: (invited) => {
      void refresh()
      if (invited.mail === 'sent') notify(`Email sent to ${invited.email}.`)
      else onUnsent(invited)
    },
    onError: failed("Couldn't send the email"),
  })

export const useExportUser = () =>
  useMutation({
    mutationFn: ({ id }: UserOut) => call('GET /api/admin/users/{user_id}/export', { path: { user_id: id } }),
    onSuccess: (data, { id }) => saveJson(`account-${id}.json`, data),
    onError: failed("Couldn't export the data"),
  })

export async function removeFactors({ id }: UserOut): Promise<void> {
  await call('DELETE /api/admin/users/{user_id}/factors', { path: { user_id: id } })
  await refresh()
}

export async function deleteUser({ id }: UserOut): Promise<void> {
  await call('DELETE /api/admin/users/{user_id}', { path: { user_id: id } })
  await refresh()
}
