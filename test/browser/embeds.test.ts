// Videos and pages of other sites, in the editor and on the site: nothing of them is loaded before a click.

import assert from 'node:assert/strict'
import { until } from '../until.ts'
import { assertAccessible, before, type Panel, type PanelPage, panelSuite, publish, test } from './browser.ts'
import type { ApiCall } from './sample.ts'

const TALK =
  '<iframe src="https://www.youtube-nocookie.com/embed/abc" title="A talk" width="400" height="300"></iframe>'
const PAGE = '<iframe src="https://pages.example/a?b=1&amp;c=2" title="A page"></iframe>'

panelSuite('embeds', (panel: () => Panel) => {
  let page: PanelPage
  let api: ApiCall
  before(() => {
    ;({ page, api } = panel())
  })
  /** elsewhere notes what a page asks other hosts for, and answers nothing. */
  const elsewhere = async (open: PanelPage): Promise<string[]> => {
    const asked: string[] = []
    await open.route(/^https:/, (route) => {
      asked.push(route.request().url())
      return route.abort()
    })
    return asked
  }

  test('the site shows a link until someone clicks, then a frame without rights to the page', async () => {
    const markdown = `${TALK}\n\n${PAGE}`
    const { body } = await api('POST', '/api/docs/', { title: 'Talks', markdown, visibility: 'public' })
    const guest = await panel().open()
    const asked = await elsewhere(guest)
    await guest.goto(`/read/${body.slug}`)
    const talk = guest.getByRole('link', { name: 'A talk YouTube' })
    assert.equal(await talk.getAttribute('href'), 'https://www.youtube.com/watch?v=abc')
    await assertAccessible(guest, 'a page with embeds')
    assert.equal(asked.length, 0)
    await talk.click()
    const url = 'https://www.youtube-nocookie.com/embed/abc?autoplay=1'
    await until('the player is asked for', () => asked.includes(url))
    await guest.getByRole('link', { name: 'A page pages.example' }).press('Enter')
    await until('the page is asked for', () => asked.includes('https://pages.example/a?b=1&c=2'))
    const frame = guest.locator('iframe.embed').first()
    assert.match((await frame.getAttribute('sandbox')) ?? '', /^allow-scripts /)
    const { width, height } = (await frame.boundingBox())!
    assert.ok(Math.abs(width / height - 4 / 3) < 0.02, `${width} × ${height}`)
    const framed = '/read/assets/embed/index.html?url=https%3A%2F%2Fpages.example%2F'
    assert.equal((await guest.request.get(framed)).status(), 404)
    await guest.context().close()
  })

  test('the editor shows what is embedded, and loads it in its place', async () => {
    const { body } = await api('POST', '/api/docs/', { title: 'Edited', markdown: `Words.\n\n${TALK}` })
    const asked = await elsewhere(page)
    await page.goto(`/panel/documents/${body.id}`)
    const load = page.locator('.bn-editor').getByRole('button', { name: 'A talk YouTube' })
    await load.waitFor()
    await assertAccessible(page, 'an embed in the editor')
    await load.click()
    await until('the player is asked for', () => asked.some((url) => url.includes('/embed/abc')))
    await page.getByText('Words.').click()
    await page.keyboard.type('More. ')
    await publish(page, 2)
    const markdown = await (await page.request.get(`/api/docs/${body.id}/markdown`)).text()
    assert.match(markdown, /youtube-nocookie\.com\/embed\/abc" title="A talk" width="400" height="300"/)
    await page.unroute(/^https:/)
  })
})
