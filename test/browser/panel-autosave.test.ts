// What is typed is on the server by itself: a killed tab, a killed server and another device find it, and two people who write at
// once see each other and each other's words.

import assert from 'node:assert/strict'
import type { Route } from 'playwright-core'
import { suiteCleaner } from '../cleaner.ts'
import { until } from '../until.ts'
import {
  assertAccessible,
  before,
  type Panel,
  type PanelPage,
  panelSuite,
  publish,
  startService,
  test,
  writeAfter,
} from './browser.ts'
import { ADMIN, type ApiCall, apiOf } from './sample.ts'

panelSuite('autosave in the panel', (panel) => {
  const t = suiteCleaner()
  let page: PanelPage
  let api: ApiCall
  let site: Panel
  before(() => {
    site = panel()
    ;({ page, api } = site)
  })
  const make = async (title: string, markdown = 'Stored.') =>
    Number((await api('POST', '/api/admin/docs/', { title, markdown })).body.id)
  const read = async (id: number) => JSON.stringify((await api('GET', `/api/admin/docs/${id}`)).body.blocks)
  const lineOf = (one: PanelPage, text: string) => one.locator('.bn-editor').getByText(text, { exact: true })
  const saved = (one: PanelPage) => one.getByText('Saved', { exact: true }).first().waitFor()
  /** elsewhere is a browser that knows nothing of what was typed in others. */
  const elsewhere = async () => {
    const other = await site.open()
    await other.goto('/panel/')
    await apiOf(other)('POST', '/auth/login', { identifier: ADMIN.email, password: ADMIN.password })
    return other
  }

  test('what is typed in the very moment that the editor appears is saved and published', async () => {
    const tab = await elsewhere()
    // Whoever watches the page types before any script has run again: on a slow machine keys come before the rest of a drawing.
    await tab.addInitScript(`new MutationObserver((_, observer) => {
      const editor = document.querySelector('.bn-editor')
      if (!editor) return
      observer.disconnect()
      editor.focus()
      document.execCommand('insertText', false, 'Typed at once.')
    }).observe(document, { childList: true, subtree: true })`)
    const { body } = await api('POST', '/api/admin/docs/', { title: 'At once' })
    await tab.goto(`/panel/documents/${body.id}`)
    await tab.locator('.bn-editor').getByText('Typed at once.').waitFor()
    await publish(tab, 1)
    assert.match(await read(body.id), /Typed at once\./)
    assert.deepEqual(tab.faults, [])
    await tab.context().close()
  })

  test('what is typed before the editor of a new document is there becomes its first line', async () => {
    const tab = await elsewhere()
    await tab.setViewportSize({ width: 390, height: 844 })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await tab.route('**/assets/BlockEditor*.js', async (route) => {
      await held
      await route.continue()
    })
    let create = () => {}
    const asked = new Promise<void>((resolve) => {
      create = resolve
    })
    await tab.route('**/api/admin/docs/?*', async (route) => {
      if (route.request().method() === 'POST') await asked
      await route.continue()
    })
    await tab.goto('/panel/documents')
    await tab.getByRole('button', { name: 'New document' }).click()
    const dialog = tab.getByRole('dialog', { name: 'New document' })
    await dialog.getByLabel('Title').fill('Ahead')
    await tab.keyboard.press('Enter')
    await tab.keyboard.type('Typed ')
    create()
    await dialog.waitFor({ state: 'detached' })
    await tab.keyboard.type('ahead')
    release()
    await tab.locator('.bn-editor').getByText('Typed ahead').waitFor()
    await tab.keyboard.type(', and on.')
    await tab.getByRole('button', { name: 'Publish', exact: true }).click()
    await tab.getByText('v1', { exact: true }).waitFor()
    const id = Number(/\d+$/.exec(tab.url()))
    assert.match(await read(id), /Typed ahead, and on\./)
    assert.deepEqual(tab.faults, [])
    await tab.context().close()
  })

  test('a killed tab loses nothing that was there as “Saved”, and another device goes on', async () => {
    const id = await make('Killed tab')
    const tab = await elsewhere()
    await tab.goto(`/panel/documents/${id}`)
    await writeAfter(tab, 'Stored.', ' Typed.')
    await saved(tab)
    await tab.context().close()
    await page.goto(`/panel/documents/${id}`)
    await lineOf(page, 'Stored. Typed.').waitFor()
    await saved(page)
    await assertAccessible(page, 'a text that was saved by itself')
    assert.doesNotMatch(await read(id), /Typed/)
    assert.equal((await api('GET', `/api/docs/${id}/working-copy`)).status, 200)

    // "Publish" publishes what is on the screen.
    await publish(page, 2)
    assert.match(await read(id), /Stored\. Typed\./)
    assert.deepEqual(page.faults, [])
  })

  test('what was on the server before the tab was closed is not called unsaved when it is opened again', async () => {
    const id = await make('Closed')
    await page.goto(`/panel/documents/${id}`)
    await writeAfter(page, 'Stored.', ' Typed.')
    // The copy in the browser, as a tab that is closed before it hears of its save leaves it behind.
    const find = `JSON.stringify(Object.entries(localStorage).find(([key]) => key.endsWith('document:${id}')) ?? null)`
    let copy: [string, string] | null = null
    await until('the browser keeps what is typed', async () => {
      copy = JSON.parse(await page.evaluate<string>(find))
      return copy !== null
    })
    await saved(page)
    await page.evaluate((kept) => localStorage.setItem(...kept), copy!)
    await page.reload()
    await lineOf(page, 'Stored. Typed.').waitFor()
    await saved(page)
    await page.getByText('Unsaved changes restored').waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('button', { name: 'Discard changes' }).count(), 0)
  })

  test('an autosave that is not wanted is discarded, and stays in the revisions', async () => {
    const id = await make('Unwanted')
    await page.goto(`/panel/documents/${id}`)
    await writeAfter(page, 'Stored.', ' Unwanted.')
    await saved(page)
    await page.getByRole('button', { name: 'More ways to publish' }).click()
    await page.getByRole('menuitem', { name: 'Discard draft' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
    await lineOf(page, 'Stored.').waitFor()
    await page.goto(`/panel/documents/${id}/revisions`)
    await page.getByRole('link', { name: /Draft.*autosaved/ }).click()
    await page.getByRole('button', { name: 'Restore as draft' }).click()
    await lineOf(page, 'Stored. Unwanted.').waitFor()
    await page.getByText('Saved as draft', { exact: true }).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('a response that never came is no conflict: who writes alone is not asked', async () => {
    const id = await make('Alone')
    await page.goto(`/panel/documents/${id}`)
    const onServer = (text: string) =>
      until(`the server has ${text}`, async () =>
        JSON.stringify((await api('GET', `/api/docs/${id}/autosave`)).body.blocks).includes(text),
      )
    const isAutosave = /\/autosave$/
    /** losing lets the next autosaves through, and their responses get lost, now or with the page. */
    const losing = (lose: (route: Route) => unknown) =>
      page.route(isAutosave, async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        await route.fetch()
        await lose(route)
      })
    await losing((route) => route.abort())
    await writeAfter(page, 'Stored.', ' One.')
    await onServer('Stored. One.')
    await page.getByText('Offline: kept in this browser').waitFor()
    await page.keyboard.type(' Two.')
    await page.unroute(isAutosave)
    await onServer('Stored. One. Two.')
    await saved(page)

    await losing(() => {})
    await page.keyboard.type(' Three.')
    await onServer('Stored. One. Two. Three.')
    await page.keyboard.type(' Four.')
    await page.unroute(isAutosave)
    await page.reload()
    await lineOf(page, 'Stored. One. Two. Three. Four.').waitFor()
    await onServer('Stored. One. Two. Three. Four.')
    await saved(page)
    assert.equal(await page.getByRole('button', { name: 'Compare' }).count(), 0)
    // What is taken back while it is on its way is not what the next one finds.
    await losing(() => {})
    await writeAfter(page, 'Stored. One. Two. Three. Four.', 'x')
    await onServer('Four.x"')
    await page.keyboard.press('Backspace')
    await page.getByText('Unsaved changes', { exact: true }).first().waitFor()
    await page.unroute(isAutosave)
    await page.reload()
    await onServer('Four."')
    await lineOf(page, 'Stored. One. Two. Three. Four.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Compare' }).count(), 0)
  })

  test('what is undone while it is on its way stays undone', async () => {
    const id = await make('Undone')
    const tab = await elsewhere()
    // As under load: the page is drawn with the new text of the editor before it hears of its own save.
    await tab.addInitScript(
      'const { setTimeout: set } = window; window.setTimeout = (run, ms, ...more) => set(run, ms || 500, ...more)',
    )
    const undone = Promise.withResolvers<void>()
    await tab.route(/\/autosave$/, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const response = await route.fetch()
      await undone.promise
      await route.fulfill({ response })
    })
    await tab.goto(`/panel/documents/${id}`)
    await writeAfter(tab, 'Stored.', ' Typed.')
    const autosave = async () => JSON.stringify((await api('GET', `/api/docs/${id}/autosave`)).body.blocks)
    await until('the server has it', async () => (await autosave()).includes('Typed'))
    await until('it is undone', async () => {
      await tab.keyboard.press('Control+z')
      return (await lineOf(tab, 'Stored.').count()) === 1
    })
    const isUndoneThere = tab.waitForResponse(async (response) => (await response.text()).includes('"is_saved":true'))
    undone.resolve()
    await isUndoneThere
    await tab.getByText('Version 1', { exact: true }).first().waitFor()
    assert.deepEqual(
      { count: await lineOf(tab, 'Stored.').count(), hasTyped: (await autosave()).includes('Typed') },
      { count: 1, hasTyped: false },
    )
  })

  test('two people see each other, and each other’s words where they don’t write themselves', async () => {
    const id = await make('Two', 'One.\n\nTwo.\n\nThree.')
    const ben = { email: 'ben@example.com', password: 'a long enough password' }
    const other = await site.open()
    await other.goto('/panel/')
    const { body } = await apiOf(other)('POST', '/auth/register', { ...ben, display_name: 'Ben Carter' })
    await api('PATCH', `/api/admin/users/${(body.user as unknown as { id: number }).id}`, { role: 'editor' })
    await other.goto(`/panel/documents/${id}`)
    await lineOf(other, 'Three.').waitFor()
    await page.goto(`/panel/documents/${id}`)
    await page.getByRole('img', { name: 'Ben Carter has this page open' }).waitFor()
    await other.getByRole('img', { name: 'Ada Novak has this page open' }).waitFor()
    await assertAccessible(page, 'a page that someone else has open')

    await writeAfter(page, 'One.', ' Hers.')
    await saved(page)
    await writeAfter(other, 'Three.', ' His.')
    await lineOf(other, 'One. Hers.').waitFor()
    // The caret stays where he types.
    await other.keyboard.type(' More.')
    await lineOf(page, 'Three. His. More.').waitFor()

    // Both write in one line: it has the words of both, and the caret stays between his.
    await writeAfter(other, 'Two.', ' Twice')
    await lineOf(page, 'Two. Twice').waitFor()
    await lineOf(page, 'Two. Twice').click()
    await page.keyboard.press('Home')
    await page.keyboard.type('One, ')
    await lineOf(other, 'One, Two. Twice').waitFor()
    await other.keyboard.type(' over.')
    await lineOf(page, 'One, Two. Twice over.').waitFor()

    // Both write at the same place: the second one chooses, and both can stay.
    await other.context().setOffline(true)
    await writeAfter(other, 'One, Two. Twice over.', ' His two.')
    await other.getByText('Offline: kept in this browser').waitFor()
    await writeAfter(page, 'One, Two. Twice over.', ' Her two.')
    await until('hers is on the server', async () =>
      /Her two/.test(JSON.stringify((await api('GET', `/api/docs/${id}/autosave`)).body.blocks)),
    )
    await other.context().setOffline(false)
    await other.getByRole('button', { name: 'Compare' }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Keep both' }).click()
    await lineOf(other, 'One, Two. Twice over. Her two.').waitFor()
    await lineOf(other, 'One, Two. Twice over. His two.').waitFor()
    await lineOf(page, 'One, Two. Twice over. His two.').waitFor()
    await lineOf(page, 'One, Two. Twice over. Her two.').waitFor()
    await other.context().close()
    assert.deepEqual(page.faults, [])
  })

  // The last one: it ends the service of this suite.
  test('a killed server loses nothing that was there as “Saved”; what is typed meanwhile waits', async () => {
    const id = await make('Killed server')
    await page.goto(`/panel/documents/${id}`)
    await writeAfter(page, 'Stored.', ' Acknowledged.')
    await saved(page)
    const { url, folder, kill } = site.service
    await kill!()
    await page.keyboard.type(' Waiting.')
    await page.getByText('Offline: kept in this browser').waitFor()
    await startService(t, { GALLEY_PORT: new URL(url).port, GALLEY_DATA: folder })
    await saved(page)
    const other = await elsewhere()
    await other.goto(`/panel/documents/${id}`)
    await lineOf(other, 'Stored. Acknowledged. Waiting.').waitFor()
    await other.context().close()
  })
})
