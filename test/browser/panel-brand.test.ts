// The brand: changed in the panel, seen at once in the panel and on the public site, in light and dark.

import assert from 'node:assert/strict'
import { assertAccessible, type Panel, panelSuite, test } from './browser.ts'

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#0b6e99"/></svg>'

const accentOf = ({ page }: Pick<Panel, 'page'>) =>
  page.evaluate<string>("getComputedStyle(document.documentElement).getPropertyValue('--accent-light').trim()")

panelSuite('the brand', (panel) => {
  test('a colour that cannot be read is said to be adjusted, and a bad address is refused', async () => {
    const { page } = panel()
    await page.goto('/panel/settings/brand')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour docs')
    await page.getByRole('textbox', { name: 'Accent colour', exact: true }).fill('#ffcc00')
    await page.getByText(/^Shown as #\w{6} on light pages/).waitFor()
    await page.getByRole('button', { name: 'Add link' }).click()
    await page.getByLabel('Label of link 1').fill('Support')
    await page.getByLabel('Address of link 1').fill('javascript:alert(1)')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await assertAccessible(page, `the brand, ${colorScheme}`)
    }
    await page.emulateMedia({ colorScheme: 'light' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/^Must be an http, https or mailto address/).waitFor()
  })

  test('saved, it is in the panel at once and on the next page of the site', async () => {
    const { page } = panel()
    await page.getByLabel('Address of link 1').fill('/read/search')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload logo', exact: true }).click()
    await (await chooser).setFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) })
    await page.getByRole('button', { name: 'Remove logo', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. The public site shows it now.').waitFor()
    await page.getByRole('navigation', { name: 'Pages' }).getByText('Harbour docs').waitFor()
    const accent = await accentOf({ page })
    assert.notEqual(accent, '#3f50bd')
    await page.reload()
    await page.getByRole('navigation', { name: 'Pages' }).getByText('Harbour docs').waitFor()
    assert.equal(await accentOf({ page }), accent)
    assert.match(await page.title(), /· Harbour docs$/)

    await page.goto('/')
    assert.equal(await page.title(), 'Harbour docs')
    assert.equal(await accentOf({ page }), accent)
    const isDrawn =
      "(({ complete, naturalWidth }) => complete && naturalWidth > 0)(document.querySelector('.brand img'))"
    assert.equal(await page.evaluate(isDrawn), true)
    await page.getByRole('navigation', { name: 'Site', exact: true }).getByRole('link', { name: 'Support' }).click()
    await page.getByRole('heading', { name: 'Search' }).waitFor()
    await assertAccessible(page, 'the site in its brand')
    assert.deepEqual(page.faults, [])
  })

  test('a logo for dark pages is shown there, and the other one on light pages', async () => {
    const { page } = panel()
    await page.goto('/panel/settings/brand')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload logo for dark pages' }).click()
    const dark = Buffer.from(LOGO.replace('#0b6e99', '#ffffff'))
    await (await chooser).setFiles({ name: 'dark.svg', mimeType: 'image/svg+xml', buffer: dark })
    await page.getByRole('button', { name: 'Remove logo for dark pages' }).waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved. The public site shows it now.').waitFor()
    const drawn = { light: new Set<string>(), dark: new Set<string>() }
    for (const address of ['/', '/panel/settings/brand'])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.goto(address)
        const logo = page.locator('.brand img:visible, nav[aria-label="Pages"] img:visible').first()
        drawn[colorScheme].add((await logo.getAttribute('src'))!)
      }
    assert.deepEqual({ lightSize: drawn.light.size, darkSize: drawn.dark.size }, { lightSize: 1, darkSize: 1 })
    assert.equal(drawn.light.isDisjointFrom(drawn.dark), true)
  })
})
