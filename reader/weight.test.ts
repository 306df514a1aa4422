// What the first visit to a page loads, without its pictures: the page in a site of some size, its style and its scripts, as
// they are sent.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { build } from '../test/build.ts'

const MOST = 25 * 1024

test('a page and what it loads weigh at most 25 KiB, in every language of the site', async (t) => {
  const { app, person } = await build(t, { engine: 'sqlite' })
  const { headers } = await person('admin')
  const create = (payload: object) => app.inject({ method: 'POST', url: '/api/docs/', headers, payload })
  for (let nth = 0; nth < 60; nth++) await create({ title: `How to do the thing of chapter ${nth}`, markdown: 'Text.' })
  // What is small is compressed when it is asked for again.
  const weigh = async (url: string) => {
    const ask = () => app.inject({ url, headers: { 'accept-encoding': 'br' } })
    await ask()
    return (await ask()).rawPayload.length
  }
  for (const lang of ['en', 'ru', 'ja']) {
    const markdown = Array.from(
      { length: 40 },
      (_, nth) => `# Part ${nth}\n\nText number ${nth} with \`code\`.\n`,
    ).join('')
    await create({ title: 'Page', slug: `page-${lang}`, lang, markdown })
    const { body } = await app.inject({ url: `/read/page-${lang}` })
    const files = [...body.matchAll(/(?:src|href)="(\/read\/assets\/[^"]+\.(?:css|js))"/g)].map(([, file]) => file!)
    assert.equal(files.length, 4)
    let bytes = 0
    for (const url of [`/read/page-${lang}`, ...files]) bytes += await weigh(url)
    assert.ok(bytes <= MOST, `${lang}: ${bytes}`)
  }
})
