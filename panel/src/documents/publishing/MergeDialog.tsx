// Resolves conflicts between the draft and the newer published text, then publishes.

import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { ConflictDialog } from '../../saving/ConflictDialog.tsx'
import { type ConflictChoice, reconcile, resolve } from '../../saving/merge.ts'
import { differing } from '../../saving/text.ts'
import { notifyPublished } from '../../ui/notify.ts'
import type { EditedDocument } from '../saving/edited.ts'
import type { DocumentEdit } from '../saving/useDocumentEdit.ts'
import { versionName } from '../versionName.ts'
import { type Publishing, publishAs } from './usePublishing.ts'

type MergedFields = Pick<EditedDocument['live'], 'title' | 'summary' | 'tags'>
type Props = { document: EditedDocument; edit: DocumentEdit; publishing: Publishing; onClose: () => void }

const textOf = ({ title, summary, tags, blocks }: EditedDocument['live']) => ({
  fields: { title, summary, tags } satisfies MergedFields,
  blocks,
})

export function MergeDialog({ document, edit, publishing, onClose }: Props) {
  const path = { doc_id: document.id }
  const copy = useQuery({
    queryKey: [...keys.edited(document.id), 'base', document.stand],
    queryFn: () => call('GET /api/docs/{doc_id}/working-copy', { path }),
  })
  if (!copy.data?.base) return null
  const [base, mine, theirs] = [textOf(copy.data.base), textOf(copy.data), textOf(document.live)]
  const side = { own: differing<MergedFields>(mine.fields, base.fields), blocks: mine.blocks }
  const { merged, clash } = reconcile(base, side, theirs, [])
  if (!clash) return null
  const choose = async (choice: ConflictChoice) => {
    const { marks, own, blocks } = clash ? resolve(clash, choice) : { ...merged, marks: [] }
    const { version, draft } = document.stand
    const body = { ...theirs.fields, ...own, blocks }
    const query = { publish: false, version, base_version: version }
    const saving = () =>
      call('PUT /api/admin/docs/{doc_id}', { path, query, headers: { 'if-match': `"${draft}"` }, body })
    // Both versions go into the draft, unpublished, for the writer to decide.
    if (choice === 'both') await publishing.act(saving, 'Both versions are in the draft.', "Couldn't save the draft")
    else
      await publishing.act(
        async () => publishAs(document.id, { version, draft: (await saving()).draft?.version ?? 0 }),
        notifyPublished,
        "Couldn't publish the document",
      )
    edit.mark(marks)
  }
  return (
    <ConflictDialog
      title="The published version has changed"
      clash={clash}
      settingsOf={({ tags }) => ({ Tags: tags.join(', ') })}
      onChoose={choose}
      onClose={onClose}
    >
      {versionName(document, document.version)} was published after this draft was begun. It stays in the revisions.
    </ConflictDialog>
  )
}
