// galley sample: fills an empty site with the project's own documentation.

import { COMMAND_LINE } from '#actor.ts'
import { reasonOf } from '#convert/page/file.ts'
import { addSampleSite } from '#features/exchange/sample/sample.ts'
import { withDeps } from './with-deps.ts'

export const sampleCommand = (): Promise<void> =>
  withDeps({ existing: false, wording: (refusal) => `${reasonOf(refusal)}.` }, async (deps) => {
    process.stdout.write('Adding the sample site …\n')
    const { category_id, documents } = await addSampleSite(deps, COMMAND_LINE)
    process.stdout.write(
      `${documents} documents in one category (id ${category_id}); delete the category with its content to remove them.\n`,
    )
  })
