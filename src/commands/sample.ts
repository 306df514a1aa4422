// galley sample: the project's own documentation, as a first content for an empty site.

import { COMMAND_LINE } from '#actor.ts'
import { openDeps } from '#compose.ts'
import { GalleyError, StartError } from '#errors.ts'
import { addSampleSite } from '#features/documents/folder/sample/sample.ts'

export async function sampleCommand(): Promise<void> {
  const deps = await openDeps({ migrate: true })
  try {
    process.stdout.write('Adding the sample site …\n')
    const { category_id, documents } = await addSampleSite(deps, COMMAND_LINE)
    process.stdout.write(
      `${documents} documents in one category (id ${category_id}); delete the category with its content to remove them.\n`,
    )
  } catch (error) {
    throw error instanceof GalleyError && error.status < 500 ? new StartError(`${error.message}.`) : error
  } finally {
    await deps.close()
  }
}
