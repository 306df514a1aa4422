// The style guide: what is checked of it without a model, and that a draft says so.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { onEngines } from '../../test/build.ts'
import { pipelineOf, sharedSite, work } from '../../test/pipeline.ts'
import { builtinDrafter } from './builtin/builtin.ts'
import { checkingStyle, findStyleFaults, readStyleRules } from './style.ts'

const GUIDE = `# House style

Write for operators. Short sentences.

- ~~utilize~~: write **use**
- ~~easy~~, ~~simple~~
- **GitHub**, the place of our code
- **PostgreSQL**: never Postgres
- **webhook**: one word
`

describe('the rules of a style guide', () => {
  const faults = (text: string) => findStyleFaults(text, readStyleRules(GUIDE))

  test('struck words are found in every form, with what to write instead', () => {
    assert.deepEqual(faults('We utilized a Simple script.'), ['“utilize” → “use”', '“simple”'])
    assert.deepEqual(faults('We use a script with uneasy output.'), [])
  })

  test('terms are spelled as the guide spells them, outside addresses and longer words', () => {
    assert.deepEqual(faults('Push to Github and to postgresql.'), [
      '“Github” → “GitHub”',
      '“postgresql” → “PostgreSQL”',
    ])
    assert.deepEqual(faults('See github.com/x, my-github and GitHub. Webhook calls come later.'), [])
  })

  test('a guide without either has no rules', () => {
    assert.deepEqual(readStyleRules('Be kind. **Always.**\n\n~~\n** **'), { forbidden: [], spelled: [] })
  })
})

onEngines('GALLEY_STYLE_GUIDE', (engine) => {
  const shared = sharedSite(engine)
  const drafted = async (file: string) => {
    const site = shared()
    const { call, enqueue, job } = pipelineOf(site, (await site.person('editor')).headers)
    const { body: document } = await call('POST', '/api/docs/', { title: 'Backups' })
    const { body: queued } = await enqueue(document.id, { notes: 'The script utilizes rsync.' })
    const config = { ...site.config, styleGuide: file }
    await work({ ...site, config }, { drafter: checkingStyle(builtinDrafter) })
    return job(queued.job_id)
  }

  test('a draft that goes against it has an action that names the words', async (t) => {
    const file = 'style.md'
    writeFileSync(join(shared().config.dataDir, file), GUIDE)
    t.after(() => rmSync(join(shared().config.dataDir, file)))
    const { status, iterations } = await drafted(file)
    assert.equal(status, 'review')
    const action = iterations[0].actions.find(
      ({ meta }: { meta: { reason?: string } }) => meta.reason === 'style_guide',
    )
    assert.match(action.body, /“utilize” → “use”/)
  })

  test('a guide that is missing, or outside the data folder, fails the job with its name', async (t) => {
    const elsewhere = mkdtempSync('/tmp/guide-')
    t.after(() => rmSync(elsewhere, { recursive: true }))
    writeFileSync(join(elsewhere, 'out.md'), GUIDE)
    const { status, error } = await drafted(join('..', '..', elsewhere, 'out.md'))
    assert.equal(status, 'failed')
    assert.match(error, /style guide .*out\.md can't be read/)
  })
})
