// Adds the sample site (a single category), and removes it again.

import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { counted } from '../counted.ts'
import { failed, notify, underWay, undoable } from '../ui/notify.ts'

/** Uses messages for progress, because the component unmounts once there are documents. */
export function useSampleSite(): () => Promise<void> {
  const queries = useQueryClient()
  const remove = async (category_id: number) => {
    await call('DELETE /api/admin/categories/{category_id}', { path: { category_id }, query: { content: 'trash' } })
    await queries.invalidateQueries()
    notify('Removed the sample site.')
  }
  return async () => {
    const progress = underWay('Adding the sample site. This takes a few seconds.')
    try {
      const { category_id, documents } = await call('POST /api/admin/sample-site', {})
      await queries.invalidateQueries()
      undoable(`Added the sample site: ${counted(documents, 'document')}.`, 'sample site', () => {
        remove(category_id).catch(failed("The sample site couldn't be removed"))
      })
    } catch (error) {
      failed("The sample site couldn't be added")(error)
    } finally {
      progress.end()
    }
  }
}
