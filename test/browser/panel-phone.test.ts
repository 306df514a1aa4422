// The panel on a phone: whatever names and addresses people have, no page is wider than the screen.

import assert from 'node:assert/strict'
import { panelSuite, test } from './browser.ts'

const LONG = 'Backups_of_the_customer_database_and_how_they_are_restored'
const SETTINGS = [
  'profile',
  'sessions',
  'two-step',
  'tokens',
  'redirects',
  'brand',
  'users',
  'webhooks',
  'audit',
  'service',
]
const LISTS = [
  '',
  'documents',
  'documents/trash',
  'documents/missed-searches',
  'documents/overview',
  'review',
  'categories',
  'pipeline',
]

panelSuite('on a phone', (panel) => {
  test('no page scrolls sideways', async () => {
    const { page, api } = panel()
    const { body: category } = await api('POST', '/api/admin/categories/', { name: LONG })
    const given = { title: LONG, markdown: `\`${LONG}\``, category_id: category.id }
    const { body: document } = await api('POST', '/api/docs/', given)
    await api('PUT', `/api/docs/${document.id}`, { markdown: LONG })
    await page.route('**/auth/me', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), email: `${LONG}@example.com` } })
    })
    await page.setViewportSize({ width: 390, height: 844 })
    const wide: string[] = []
    const pages = [...LISTS, `documents/${document.id}`, `documents/${document.id}/revisions`, 'processes', 'nothing']
    for (const path of [...pages, ...SETTINGS.map((section) => `settings/${section}`)]) {
      await page.goto(`/panel/${path}`)
      await page.locator('main').getByRole('heading').first().waitFor()
      await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' })
      if (await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth'))
        wide.push(path)
    }
    assert.deepEqual(wide, [])
    assert.deepEqual(page.faults, [])
  })
})
