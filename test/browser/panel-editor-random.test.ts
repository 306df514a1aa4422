// A short run of someone who edits pages at random (editing.ts); edit-at-random.ts is the long one.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { panelSuite, test } from './browser.ts'
import { editAtRandom } from './editing.ts'

const CORPUS = join(import.meta.dirname, '../../src/blocks/corpus')
const STEPS = 40
const SEED = 1

panelSuite('editing at random', (panel) => {
  test('loses no text, changes nothing that nobody touched, and claims no changes that nobody made', async () => {
    const { page, api } = panel()
    const ids: number[] = []
    for (const file of readdirSync(CORPUS)) {
      const markdown = readFileSync(join(CORPUS, file), 'utf8')
      ids.push((await api('POST', '/api/admin/docs/', { title: file, markdown })).body.id)
    }
    await editAtRandom(page, ids, SEED, (steps) => steps >= STEPS)
  })
})
