// The language of a document: in the API, on its page, in its folder, and in searches that begin on it.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import { exportFolder } from '#features/exchange/export/export.ts'
import { importFolder } from '#features/exchange/import/import.ts'
import { OUTSIDE, onEngines } from '../../../../test/build.ts'
import { folderOf } from '../../../../test/folder.ts'
import { siteOf } from '../../../../test/site-of.ts'

const GERMAN = 'Der Hafen ist von der Stadt aus zu sehen, und das Wasser ist nicht immer ruhig. '.repeat(3)

onEngines('the language of a document', (engine) => {
  const { deps, ask: send } = siteOf({ engine }, { editor: 'editor' })
  const page = async (url: string) => (await deps.app.inject({ url, headers: OUTSIDE })).body

  test('is a tag as it is usually spelt, or null for that of the site', async () => {
    const document = (await send('POST', '/api/docs/', { title: 'Porto', lang: 'pt_br', markdown: 'x' })).json()
    assert.equal(document.lang, 'pt-BR')
    const changed = (await send('PUT', `/api/docs/${document.id}`, { lang: null })).json()
    assert.deepEqual({ lang: changed.lang, version: changed.version }, { lang: null, version: 2 })
    const refused = await send('PUT', `/api/docs/${document.id}`, { lang: 'german!' })
    assert.deepEqual([refused.statusCode, refused.json().detail[0].loc], [422, ['body', 'lang']])
  })

  test('is said by the page, and by its dates', async () => {
    const { id } = (await send('POST', '/api/docs/', { title: 'Kai', lang: 'de', markdown: 'x' })).json()
    const body = await page('/read/kai')
    assert.match(body, /<html lang="de">/)
    assert.match(body, /<time [^>]*>\d+\. \p{L}+ \d{4}<\/time>/u)
    assert.match(body, /href="\/read\/search\?lang=de"/)
    await send('PUT', `/api/docs/${id}`, { lang: null })
    assert.match(await page('/read/kai'), /<html lang="en">[\s\S]*<time [^>]*>\d+ \p{L}+ \d{4}<\/time>/u)
  })

  test('is that of the document when a saved text is published, not that of the save', async () => {
    const { id } = (await send('POST', '/api/docs/', { title: 'Quay', markdown: 'x' })).json()
    await send('PUT', `/api/docs/${id}?publish=false`, { markdown: 'y' })
    await send('PUT', `/api/docs/${id}`, { lang: 'de' })
    const { lang } = (await send('POST', `/api/docs/${id}/publish`)).json()
    const published = await deps.db.read
      .selectFrom('documents')
      .innerJoin('revisions', 'revisions.id', 'documents.published_id')
      .select(['revisions.lang', 'blocks'])
      .where('documents.id', '=', id)
      .executeTakeFirstOrThrow()
    assert.deepEqual({ lang, publishedLang: published.lang }, { lang: 'de', publishedLang: 'de' })
    assert.match(published.blocks, /"y"/)
  })

  test('comes back from the trash', async () => {
    const { id } = (await send('POST', '/api/docs/', { title: 'Gone', lang: 'ja', markdown: 'x' })).json()
    await send('DELETE', `/api/docs/${id}`)
    assert.equal((await send('POST', `/api/admin/docs/trash/${id}/restore`)).json().lang, 'ja')
  })

  test('decides which letters are also written as two', async () => {
    await send('POST', '/api/docs/', { title: 'Tür öffnen', lang: 'de', markdown: 'x' })
    await send('POST', '/api/docs/', { title: 'Tuer', markdown: 'Tuer aus Holz.' })
    const found = async (query: string) =>
      JSON.parse(await page(`/read/search.json?${query}`)).map(({ title }: { title: string }) => title)
    assert.deepEqual((await found('q=tuer&lang=de')).sort(), ['Tuer', 'Tür öffnen'])
    assert.deepEqual((await found('q=t%C3%BCr&lang=de')).sort(), ['Tuer', 'Tür öffnen'])
    assert.deepEqual(await found('q=tuer&lang=en'), ['Tuer'])
  })

  test('is guessed at an import, and stays through an export', async (t) => {
    const folder = folderOf(t, {
      'de/hafen.md': `# Hafen\n\n${GERMAN}`,
      'zh-cn/kurz.md': '# Kurz\n\nx',
      'it/team.md': '# Team\n\nThe people of the team are in the office and will be there for you when it is open.',
      'said.md': '---\nlocale: fr_CA\n---\n\nx',
      'loose.md': GERMAN,
      'plain.md': 'It is the harbour.',
    })
    await importFolder(deps, COMMAND_LINE, folder)
    const langs = async () => {
      const rows = await deps.db.read.selectFrom('documents').select(['slug', 'lang']).orderBy('slug').execute()
      return rows.filter(({ slug }) => /hafen|kurz|team|said|loose|plain/.test(slug)).map(({ lang }) => lang)
    }
    const expected = ['de', null, 'de', null, 'fr-CA', 'zh-CN']
    assert.deepEqual(await langs(), expected)
    await deps.db.inTransaction((tx) =>
      tx.updateTable('document_rows').set({ lang: null }).where('slug', '=', 'loose').execute(),
    )
    const target = folderOf(t)
    await exportFolder(deps, target, { force: true })
    assert.match(readFileSync(join(target, 'loose.md'), 'utf8'), /^lang: en$/m)
    assert.equal((await importFolder(deps, COMMAND_LINE, target)).updated, 0)
    assert.equal((await langs())[2], null)
  })
})
