// How sure answers have to be, measured on a site's own pages: on both engines, and never by what few may read.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GrantedDocuments } from '#features/documents/search/finding/granted.ts'
import { onEngines } from '../../../test/build.ts'
import { addAll, searchSite } from '../../../test/search-site.ts'
import { baselineLevel } from './calibration.ts'
import { CutPages } from './pages.ts'

const TOPICS = ['backup', 'webhook', 'theme', 'session', 'invoice', 'folder']
const page = (nth: number, more = {}) => ({
  title: `Page ${nth}`,
  markdown: `Every ${TOPICS[nth % TOPICS.length]} number ${nth} depends upon another ${TOPICS[(nth + 1) % TOPICS.length]} inside this document.`,
  ...more,
})

onEngines('how sure an answer has to be', (engine) => {
  test('is measured from thirty pages on, and not by what is restricted', async (t) => {
    const site = await searchSite(t, engine)
    const { db, config } = site
    const level = () =>
      baselineLevel({ db, config, granted: new GrantedDocuments({ db }), cutPages: new CutPages({ db }) })
    await addAll(
      site,
      Array.from({ length: 29 }, (_, nth) => page(nth)),
    )
    await addAll(
      site,
      Array.from({ length: 10 }, (_, nth) => page(nth + 40, { visibility: 'restricted' })),
    )
    assert.equal(await level(), undefined)
    await addAll(site, [page(29)])
    const measured = await level()
    assert.ok(measured !== undefined && Number.isFinite(measured))
    await addAll(
      site,
      Array.from({ length: 10 }, (_, nth) => page(nth + 60, { visibility: 'restricted' })),
    )
    assert.equal(await level(), measured)
  })
})
