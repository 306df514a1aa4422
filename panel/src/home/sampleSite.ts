// Adding the sample site, and taking it back: all of it is in one category.

import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { counted } from '../counted.ts'
import { failed, notify, underWay, undoable } from '../ui/notify.ts'

/** useSampleSite: the page that asks is gone as soon as there are documents, so messages say how it goes. */
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
