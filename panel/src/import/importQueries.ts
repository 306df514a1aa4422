// Queries and mutations of imports.

import { useMutation, useQuery } from '@tanstack/react-query'
import type { ImportListOut, ImportOut } from 'galley-client/schema.ts'
import { call } from '../api/client.ts'
import { keys, queryClient, refreshDocuments } from '../api/queries.ts'
import { failed } from '../ui/notify.ts'

export const IMPORTS_PAGE = 20

export type ShownState = ImportListOut['state']
export type ShownReport = NonNullable<ImportOut['report']>
/** Options of an import; each change makes a new preview. */
export type ImportChoice = Pick<ImportOut, 'folder' | 'category_id' | 'as_drafts' | 'redirects'> & { preset: string }

export const isUnderWay = (state: ShownState): boolean => ['reading', 'importing', 'undoing'].includes(state)

export const useImports = (page: number) =>
  useQuery({
    queryKey: keys.imports('list', page),
    queryFn: () =>
      call('GET /api/admin/imports', { query: { limit: IMPORTS_PAGE, offset: (page - 1) * IMPORTS_PAGE } }),
  })

export const useImport = (id: number) =>
  useQuery({
    queryKey: keys.imports('one', id),
    queryFn: () => call('GET /api/admin/imports/{import_id}', { path: { import_id: id } }),
  })

const asked = (row: ImportOut) => {
  queryClient.setQueryData(keys.imports('one', row.id), row)
  void queryClient.invalidateQueries({ queryKey: keys.imports('list') })
  refreshDocuments()
}

export const useRead = (import_id: number) =>
  useMutation({
    mutationFn: (choice: ImportChoice) =>
      call('POST /api/admin/imports/{import_id}/read', {
        path: { import_id },
        body: choice as Omit<ImportChoice, 'preset'> & { preset: 'auto' },
      }),
    onSuccess: asked,
    onError: failed("Couldn't read it again"),
  })

export const useStart = (import_id: number) =>
  useMutation({
    mutationFn: () => call('POST /api/admin/imports/{import_id}/start', { path: { import_id } }),
    onSuccess: asked,
    onError: failed("Couldn't start the import"),
  })

export const useStop = (import_id: number) =>
  useMutation({
    mutationFn: () => call('POST /api/admin/imports/{import_id}/stop', { path: { import_id } }),
    onSuccess: asked,
    onError: failed("Couldn't stop the import"),
  })

export const useUndo = (import_id: number) =>
  useMutation({
    mutationFn: () => call('POST /api/admin/imports/{import_id}/undo', { path: { import_id } }),
    onSuccess: asked,
    onError: failed("Couldn't undo the import"),
  })

export const useDiscard = (import_id: number, onDone: () => void) =>
  useMutation({
    mutationFn: () => call('DELETE /api/admin/imports/{import_id}', { path: { import_id } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: keys.imports('list') })
      onDone()
    },
    onError: failed("Couldn't discard the import"),
  })
