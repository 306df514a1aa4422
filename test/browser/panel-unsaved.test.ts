// Nothing typed is lost: not while a save is under way, not when the page is left at once, not to someone else's change.

import assert from 'node:assert/strict'
import { until } from '../until.ts'
import {
  assertAccessible,
  before,
  discard,
  type Panel,
  type PanelPage,
  panelSuite,
  publish,
  test,
  withWorker,
  writeAfter,
} from './browser.ts'
import { ADMIN, type ApiCall } from './sample.ts'

withWorker(panelSuite)('what is typed in the panel', (panel) => {
  let page: PanelPage
  let api: ApiCall
  let open: Panel['open']
  const OFFLINE = 'no-autosaves'
  before(() => {
    ;({ page, api, open } = panel())
    return page.addInitScript(`
      const { fetch: send } = window
      window.fetch = async (request, ...more) => {
        const isAutosave = request.method === 'POST' && /\\/autosave$/.test(request.url)
        if (isAutosave && sessionStorage.getItem('${OFFLINE}')) throw new TypeError('Failed to fetch')
        return send(request, ...more)
      }`)
  })

  const make = async (title: string, more: object = { markdown: 'Stored.' }) =>
    (await api('POST', '/api/admin/docs/', { title, ...more })).body.id
  const read = async (id: number) => (await api('GET', `/api/admin/docs/${id}`)).body
  const draftOf = async (document_id: number, notes: string) => {
    const { body } = await api('POST', '/api/pipeline/docs/enqueue', { document_id, notes })
    await until(
      'the draft is in review',
      async () => (await api('GET', `/api/pipeline/docs/job/${body.job_id}`)).body.status === 'review',
    )
    return Number(body.job_id)
  }
  const signIn = async ({ email, password }: { email: string; password: string }) => {
    await api('POST', '/auth/login', { identifier: email, password })
    await page.reload()
  }
  const editor = () => page.locator('.bn-editor')
  const goOnline = () => page.evaluate((key) => sessionStorage.removeItem(key), OFFLINE)
  /**
   * withoutAutosaves: what is typed does not reach the server by itself until the test goes online, as it must before it saves: a
   * save first sends once more what an autosave was not answered. It is the page that refuses: what is sent as a page is left
   * slips past a route now and then.
   */
  const withoutAutosaves = async (run: () => Promise<void>) => {
    await page.evaluate((key) => sessionStorage.setItem(key, 'on'), OFFLINE)
    await run().finally(goOnline)
  }
  const offline = (name: string, run: () => Promise<void>) => test(name, () => withoutAutosaves(run))

  offline('words typed while a save is under way are not saved yet, and stay', async () => {
    const id = await make('Slow')
    let go = () => {}
    const mayGo = new Promise<void>((resolve) => {
      go = resolve
    })
    const saves = new RegExp(`/api/admin/docs/${id}\\?`)
    await page.route(saves, async (route) => {
      if (route.request().method() === 'PUT') await mayGo
      await route.continue()
    })
    // Routes come before the page: one that is set while it is open may miss the next request.
    await page.goto(`/panel/documents/${id}`)
    await writeAfter(page, 'Stored.', ' Sent.')
    await page.keyboard.press('Control+s')
    await page.getByText('Saving…').waitFor()
    await page.keyboard.type(' Later.')
    await page.getByRole('textbox', { name: 'Title' }).fill('Slower')
    go()
    await page.getByText('Offline: kept in this browser').waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Slower')
    await page.unroute(saves)

    await page.reload()
    await page.getByText('Unsaved changes restored').waitFor()
    await editor().getByText('Stored. Sent. Later.').waitFor()
    await goOnline()
    await publish(page, 2)
    const stored = await read(id)
    assert.equal(stored.title, 'Slower')
    assert.match(JSON.stringify(stored.blocks), /Stored\. Sent\. Later\./)
    assert.deepEqual(page.faults, [])
  })

  offline('words typed just before the page is left are kept', async () => {
    const id = await make('Left')
    await page.goto(`/panel/documents/${id}`)
    await writeAfter(page, 'Stored.', ' Then a link.')
    await page.getByRole('link', { name: 'Home' }).click()
    await page.goto(`/panel/documents/${id}`)
    await writeAfter(page, 'Stored. Then a link.', ' Then a reload.')
    await page.reload()
    await editor().getByText('Stored. Then a link. Then a reload.').waitFor()
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByText('Only this browser has them: what is on the server stays.').waitFor()
    await assertAccessible(page, 'the question before changes are discarded')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await editor().getByText('Stored. Then a link. Then a reload.').waitFor()
    await discard(page, 'Discard changes')
    await editor().getByText('Stored.', { exact: true }).waitFor()
    await page.reload()
    await editor().getByText('Stored.', { exact: true }).waitFor()

    const job = await draftOf(id, 'One line.')
    await page.goto(`/panel/pipeline/jobs/${job}`)
    await page.getByRole('tab', { name: 'Edit' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Typed and left')
    await page.getByRole('link', { name: 'Home' }).click()
    await page.goto(`/panel/pipeline/jobs/${job}`)
    await page.getByRole('tab', { name: 'Edit' }).click()
    await page.getByText('Unsaved changes restored').waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Typed and left')
    await discard(page, 'Discard and go back')
    await page.getByRole('tab', { name: 'Draft', selected: true }).waitFor()
    assert.deepEqual(page.faults, [])
  })

  offline('what is not saved is marked in the list, at home and when signing out', async () => {
    const id = await make('Half done')
    await page.goto(`/panel/documents/${id}`)
    await writeAfter(page, 'Stored.', ' Mine.')
    await page.getByRole('link', { name: 'Documents' }).first().click()
    const row = page.getByRole('row', { name: /Half done/ })
    await row.getByText('unsaved').waitFor()
    await assertAccessible(page, 'a document that is not saved')
    await page.getByRole('link', { name: 'Home' }).click()
    await page.getByRole('link', { name: /Half done.*Unsaved changes/ }).waitFor()
    await assertAccessible(page, 'home with a document that is not saved')
    await page.getByRole('button', { name: /Ada Novak/ }).click()
    await page.getByRole('menuitem', { name: /Sign out.*1 document with unsaved changes/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: /Half done.*Unsaved changes/ }).click()
    await discard(page, 'Discard changes')
    await page.getByText('Version 1').waitFor()
    await page.getByRole('link', { name: 'Documents' }).first().click()
    await row.waitFor()
    assert.equal(await row.getByText('unsaved').count(), 0)
    assert.deepEqual(page.faults, [])
  })

  offline('saving over a newer version leaves alone what others changed and the person did not', async () => {
    const id = await make('Shared')
    await page.goto(`/panel/documents/${id}`)
    await writeAfter(page, 'Stored.', ' Mine.')
    await api('PUT', `/api/admin/docs/${id}`, { visibility: 'restricted', tags: ['secret'], markdown: 'Theirs.' })
    await goOnline()
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: /Someone else changed the same text/ })
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByText('Saved as draft', { exact: true }).waitFor()
    await publish(page, 3)
    const stored = await read(id)
    assert.equal(stored.visibility, 'restricted')
    assert.deepEqual(stored.tags, ['secret'])
    assert.match(JSON.stringify(stored.blocks), /Mine/)
    assert.equal(await page.getByRole('combobox', { name: 'Who can read this' }).inputValue(), 'restricted')

    // What both changed is compared, and a text that only the other changed is taken over.
    await page.getByRole('combobox', { name: 'Who can read this' }).selectOption('members')
    await page.getByText(/Unsaved changes/).waitFor()
    await api('PUT', `/api/admin/docs/${id}`, { visibility: 'public', markdown: 'Theirs again.' })
    await page.keyboard.press('Control+s')
    await dialog.getByText('Visibility', { exact: true }).waitFor()
    assert.equal(await dialog.locator('del').textContent(), 'public')
    assert.equal(await dialog.locator('ins').textContent(), 'members')
    await assertAccessible(page, 'two versions of who may read')
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await editor().getByText('Theirs again.').waitFor()
    await page.getByText('Version 5').waitFor()
    assert.equal((await read(id)).visibility, 'members')
    assert.deepEqual(page.faults, [])
  })

  offline('what two people change in different places is saved without a question', async () => {
    const id = await make('Together', { markdown: 'One.\n\nTwo.\n\nThree.' })
    const [one, two, three] = (await read(id)).blocks as object[]
    await page.goto(`/panel/documents/${id}`)
    await writeAfter(page, 'One.', ' Mine.')
    const theirs = { ...three, content: 'Three. Theirs.' }
    await api('PUT', `/api/admin/docs/${id}`, { summary: 'Theirs, too.', blocks: [one, two, theirs] })
    // It appears by itself, and the caret stays where someone types.
    await editor().getByText('Three. Theirs.').waitFor()
    await page.keyboard.type(' More.')
    await goOnline()
    await page.keyboard.press('Control+s')
    await page.getByText('Saved as draft', { exact: true }).waitFor()
    await publish(page, 3)
    const stored = await read(id)
    assert.equal(stored.summary, 'Theirs, too.')
    assert.match(JSON.stringify(stored.blocks), /One\. Mine\. More\..*Two\..*Three\. Theirs\./)
    assert.deepEqual(page.faults, [])
  })

  offline('both versions of one paragraph can stay, marked with whose they are', async () => {
    const id = await make('Both')
    await page.goto(`/panel/documents/${id}`)
    await writeAfter(page, 'Stored.', ' Mine.')
    await api('PUT', `/api/admin/docs/${id}`, { markdown: 'Stored. Theirs.' })
    await page.getByRole('button', { name: 'Compare' }).click()
    const dialog = page.getByRole('dialog', { name: /Someone else changed the same text/ })
    await dialog.locator('ins', { hasText: 'Mine' }).waitFor()
    await assertAccessible(page, 'a paragraph that two people changed')
    await goOnline()
    await dialog.getByRole('button', { name: 'Keep both' }).click()
    await page.getByText('Both versions are in the text').waitFor()
    await editor().getByText('Stored. Theirs.').waitFor()
    await editor().getByText('Stored. Mine.').waitFor()
    await assertAccessible(page, 'both versions of a paragraph')
    await page.getByRole('button', { name: 'Done' }).click()
    await publish(page, 3)
    assert.match(JSON.stringify((await read(id)).blocks), /Stored\. Theirs\..*Stored\. Mine\./)
  })

  offline('a document that someone deletes stays open, and can be saved as a new one', async () => {
    const id = await make('Doomed')
    await page.goto(`/panel/documents/${id}`)
    await writeAfter(page, 'Stored.', ' Mine.')
    await api('DELETE', `/api/admin/docs/${id}`)
    await page.getByText('This document was deleted').waitFor()
    await editor().getByText('Stored. Mine.').waitFor()
    await page.keyboard.type(' More.')
    await assertAccessible(page, 'a document that was deleted')
    await page.reload()
    await page.getByRole('main').getByText('Stored. Mine. More.').waitFor()
    await assertAccessible(page, 'what is left of a deleted document')
    await page.getByRole('button', { name: 'Save as new document' }).click()
    await page.getByText('Saved as draft', { exact: true }).waitFor()
    const address = new URL(page.url()).pathname
    assert.notEqual(address, `/panel/documents/${id}`)
    const { body: stored } = await api('GET', `/api/docs/${address.split('/').at(-1)}/working-copy`)
    assert.equal(stored.title, 'Doomed')
    assert.match(JSON.stringify(stored.blocks), /Stored\. Mine\. More\./)
    await page.goto(`/panel/documents/${id}`)
    await page.getByRole('heading', { name: 'Document not found' }).waitFor()

    // What few may read stays with them, also when only a copy in the browser is left.
    const secret = await make('Doomed and secret', { markdown: 'Stored.', visibility: 'restricted', tags: ['x'] })
    await page.goto(`/panel/documents/${secret}`)
    await writeAfter(page, 'Stored.', ' Mine.')
    await api('DELETE', `/api/admin/docs/${secret}`)
    await page.getByText('This document was deleted').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Save as new document' }).click()
    await page.getByText('Saved as draft', { exact: true }).waitFor()
    const saved = await read(Number(new URL(page.url()).pathname.split('/').at(-1)))
    assert.deepEqual(
      { title: saved.title, visibility: saved.visibility },
      { title: 'Doomed and secret', visibility: 'restricted' },
    )
    assert.deepEqual(page.faults, [])
  })

  offline('the next person in the same browser does not see what was typed', async () => {
    const id = await make('Private thoughts')
    const next = { email: 'next@example.com', password: 'the next has a password' }
    const { body: person } = await api('POST', '/auth/register', next)
    await signIn(ADMIN)
    const { user } = person as unknown as { user: { id: number } }
    await api('PATCH', `/api/admin/users/${user.id}`, { role: 'editor' })
    await page.goto(`/panel/documents/${id}`)
    await writeAfter(page, 'Stored.', ' Not for others.')
    await page.getByRole('button', { name: /Ada Novak/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('textbox', { name: 'Password' }).waitFor()
    assert.equal(await page.title(), 'Galley')
    assert.doesNotMatch(await page.evaluate<string>('JSON.stringify(localStorage)'), /Not for others/)
    await signIn(next)
    await editor().getByText('Stored.', { exact: true }).waitFor()
    await page.getByText('Version 1', { exact: true }).waitFor()
    await signIn(ADMIN)
    await editor().getByText('Stored.', { exact: true }).waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('a part that cannot be fetched says so, and takes nothing with it', async () => {
    const id = await make('Offline')
    // A browser of its own, which has fetched nothing yet.
    const other = await open({ storageState: await page.context().storageState() })
    // The library for messages, by the name that the build gives it.
    const messages = other.waitForEvent('requestfinished', (request) => request.url().includes('/esm-'))
    await other.goto(`/panel/documents/${id}`)
    await writeAfter(other, 'Stored.', ' Typed.')
    await messages
    await other.context().setOffline(true)
    const failures = other.getByText("This couldn't be loaded")
    await other.keyboard.press('Control+k')
    await failures.first().waitFor()
    await other.getByRole('button', { name: 'More actions' }).click()
    await failures.nth(1).waitFor()
    await other.getByRole('link', { name: 'Documents' }).first().waitFor()
    await other.locator('.bn-editor').getByText('Stored. Typed.').waitFor()

    await other.context().setOffline(false)
    await other.getByRole('button', { name: 'More actions' }).click()
    await other.getByRole('menuitem', { name: 'Revisions' }).waitFor()
    await other.keyboard.press('Escape')
    await other.keyboard.press('Control+k')
    await other.getByRole('combobox', { name: 'Search or jump to' }).waitFor()
    await other.context().close()
  })

  test('what an outage kept away comes by itself when it is over', async () => {
    const other = await open({ storageState: await page.context().storageState() })
    await other.goto('/panel/settings')
    await other.getByRole('heading', { name: 'Settings' }).waitFor()
    await other.context().setOffline(true)
    await other.getByRole('link', { name: 'Categories' }).click()
    await other.getByRole('heading', { name: "This page couldn't be loaded" }).waitFor()
    await other.context().setOffline(false)
    await other.getByRole('heading', { name: 'Categories', level: 1 }).waitFor()

    let isDown = true
    await other.route('**/api/admin/categories/tree', (route) => (isDown ? route.abort() : route.continue()))
    await other.reload()
    await other.getByText("Can't reach the service.").waitFor()
    isDown = false
    await other.getByText("Can't reach the service.").waitFor({ state: 'detached' })
    await other.context().close()
  })

  test('of two people in one draft, the second to save sees both, and the choice decides', async () => {
    const job = await draftOf(await make('Two in a draft'), 'One line.')
    const readDraft = async () => {
      const { body } = await api('GET', `/api/pipeline/docs/job/${job}`)
      const [iteration] = body.iterations as { id: number; draft: { title: string; blocks: unknown[] } }[]
      return iteration!
    }
    const { id, draft } = await readDraft()
    const theirs = (title: string) => api('PUT', `/api/docs/iterations/${id}/draft`, { title, blocks: draft.blocks })
    await page.goto(`/panel/pipeline/jobs/${job}`)
    await page.getByRole('tab', { name: 'Edit' }).click()
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('Mine')
    await theirs('Theirs')
    // The page hears of it and makes room for a line that says so: a click before that may miss.
    await page.getByRole('button', { name: 'Compare' }).waitFor()
    await page.getByRole('button', { name: 'Save draft' }).click()
    const dialog = page.getByRole('dialog', { name: /Someone else changed/ })
    await dialog.locator('del', { hasText: 'Theirs' }).waitFor()
    assert.equal((await readDraft()).draft.title, 'Theirs')
    await assertAccessible(page, 'two versions of a draft')
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await page.getByRole('heading', { name: 'Mine' }).waitFor()
    assert.equal((await readDraft()).draft.title, 'Mine')

    await page.getByRole('tab', { name: 'Edit' }).click()
    await title.fill('Mine again')
    await theirs('Theirs again')
    await page.getByRole('button', { name: 'Compare' }).click()
    await dialog.getByRole('button', { name: 'Take theirs' }).click()
    await until('the title is Theirs again', async () => (await title.inputValue()) === 'Theirs again')
    await theirs('Followed')
    await until('the title is Followed', async () => (await title.inputValue()) === 'Followed')
    assert.deepEqual(page.faults, [])
  })
})
