// Queries and mutations of proposals and publishing rules.

import { useMutation, useQuery } from '@tanstack/react-query'
import type { ProposalDetail, PublishingIn } from 'galley-client/schema.ts'
import { call } from '../api/client.ts'
import { keys, queryClient, refreshDocuments } from '../api/queries.ts'
import { failed } from '../ui/notify.ts'

export type ShownProposals = 'waiting' | 'closed'
export const PROPOSALS_PAGE = 50

export const useProposals = (state: ShownProposals, before: number | undefined) =>
  useQuery({
    queryKey: keys.proposals(state, before),
    queryFn: () =>
      call('GET /api/admin/proposals', { query: { state, limit: PROPOSALS_PAGE, ...(before && { before }) } }),
  })

const pathOf = (id: number) => ({ path: { proposal_id: id } })

export const useProposal = (id: number) =>
  useQuery({
    queryKey: keys.proposal(id),
    queryFn: () => call('GET /api/admin/proposals/{proposal_id}', pathOf(id)),
    refetchInterval: 15_000,
  })

/** Actions on a proposal; each returns the new state. */
const WAYS = {
  update: (id: number, body: object) => call('PUT /api/admin/proposals/{proposal_id}', { ...pathOf(id), body }),
  comment: (id: number, body: object) =>
    call('POST /api/admin/proposals/{proposal_id}/comments', { ...pathOf(id), body: body as { body: string } }),
  approve: (id: number, body: object) =>
    call('POST /api/admin/proposals/{proposal_id}/approve', { ...pathOf(id), body }),
  reject: (id: number, body: object) => call('POST /api/admin/proposals/{proposal_id}/reject', { ...pathOf(id), body }),
  withdraw: (id: number) => call('POST /api/admin/proposals/{proposal_id}/withdraw', pathOf(id)),
  merge: (id: number) => call('POST /api/admin/proposals/{proposal_id}/merge', pathOf(id)),
}
export type ProposalWay = keyof typeof WAYS

/** Shows the result at once; on a refusal refetches, because someone else was faster. */
export const useAct = (id: number) =>
  useMutation({
    mutationFn: ({ way, body = {} }: { way: ProposalWay; body?: object }): Promise<ProposalDetail> =>
      WAYS[way](id, body),
    onSuccess: (proposal, { way }) => {
      queryClient.setQueryData(keys.proposal(id), proposal)
      void queryClient.invalidateQueries({ queryKey: keys.proposals() })
      if (way !== 'merge') return
      void queryClient.invalidateQueries({ queryKey: keys.document(proposal.document.id) })
      refreshDocuments()
    },
    onError: (error) => {
      failed("Couldn't do that")(error)
      void queryClient.invalidateQueries({ queryKey: keys.proposal(id) })
    },
  })

export type RuleTarget = { kind: 'document' | 'category'; id: number }

export const useRule = ({ kind, id }: RuleTarget) =>
  useQuery({
    queryKey: keys.publishing(kind, id),
    queryFn: () =>
      kind === 'document'
        ? call('GET /api/docs/{id}/publishing', { path: { id } })
        : call('GET /api/admin/categories/{id}/publishing', { path: { id } }),
    staleTime: 60_000,
  })

export async function setRule({ kind, id }: RuleTarget, body: PublishingIn): Promise<void> {
  await (kind === 'document'
    ? call('PUT /api/docs/{id}/publishing', { path: { id }, body })
    : call('PUT /api/admin/categories/{id}/publishing', { path: { id }, body }))
  void queryClient.invalidateQueries({ queryKey: keys.publishing() })
}
