// The editors' list of documents: looking in one category, and doing the same to many documents.

import assert from 'node:assert/strict'
import type { Route } from 'playwright-core'
import { until } from '../until.ts'
import { assertAccessible, before, type PanelPage, panelSuite, test } from './browser.ts'
import type { ApiCall } from './sample.ts'
import { seedDocuments } from './seed.ts'

panelSuite('the list of documents', (panel) => {
  let page: PanelPage
  let api: ApiCall
  before(() => {
    ;({ page, api } = panel())
  })

  const ids: Record<string, number> = {}

  before(async () => {
    const category = async (name: string, parent_id?: number) =>
      (await api('POST', '/api/admin/categories/', { name, ...(parent_id && { parent_id }) })).body.id
    ids.guides = await category('Guides')
    ids.deployment = await category('Deployment', ids.guides)
    ids.archive = await category('Archive')
    const documents = {
      Overview: ids.guides,
      'Blue and green': ids.deployment,
      Rolling: ids.deployment,
      Loose: undefined,
    }
    for (const [title, category_id] of Object.entries(documents))
      ids[title] = (await api('POST', '/api/admin/docs/', { title, category_id, markdown: 'Said.' })).body.id
  })

  /** shows waits until exactly these documents are in the list. */
  const shows = (...titles: string[]) =>
    until(`the list shows ${titles.join(', ')}`, async () => {
      const shown = await page.locator('[data-document] a').allTextContents()
      return JSON.stringify(shown.sort()) === JSON.stringify(titles.sort())
    })
  const filter = () => page.getByRole('combobox', { name: 'Filter by category' })
  /** filtersBy waits, because the field and its categories follow the page. */
  const filtersBy = (path: string) =>
    until(`the list is filtered by ${path}`, async () => (await filter().inputValue()) === path)
  const choose = async (...titles: string[]) => {
    for (const title of titles) await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  }
  const begin = async (what: string) => {
    await page
      .getByRole('group', { name: 'Selected documents' })
      .getByRole('button', { name: what, exact: true })
      .click()
    return page.getByRole('dialog')
  }
  const visibilityOf = async (title: string) => (await api('GET', `/api/admin/docs/${ids[title]}`)).body.visibility
  const categoryOf = async (title: string) => (await api('GET', `/api/admin/docs/${ids[title]}`)).body.category_id

  test('who can read many is changed at once, and undone', async () => {
    await page.goto('/panel/documents')
    await choose('Rolling', 'Loose')
    const dialog = await begin('Visibility')
    await dialog.getByRole('combobox', { name: 'Who can read them' }).selectOption('restricted')
    await assertAccessible(page, 'who can read many documents')
    await dialog.getByRole('button', { name: 'Change' }).click()
    await page.getByText('Changed who can read 2 documents.').waitFor()
    assert.deepEqual(
      { visibilityOfRolling: await visibilityOf('Rolling'), visibilityOfOverview: await visibilityOf('Overview') },
      { visibilityOfRolling: 'restricted', visibilityOfOverview: 'public' },
    )
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone for 2 documents.').waitFor()
    assert.equal(await visibilityOf('Loose'), 'public')
  })

  test('is sorted, and narrowed to what is not published; the address says so', async () => {
    const first = () => page.locator('[data-document] a').first().textContent()
    await page.goto('/panel/documents')
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('title')
    await page.waitForURL('**/documents?sort=title')
    await until('the list is sorted by title', async () => (await first()) === 'Blue and green')
    await api('PUT', `/api/docs/${ids.Rolling}?publish=false`, { title: 'Rolling on' })
    await page.getByRole('combobox', { name: 'Show' }).selectOption('unpublished')
    await shows('Rolling')
    await assertAccessible(page, 'what is not published')
    await api('DELETE', `/api/docs/${ids.Rolling}/working-copy`)
  })

  test('is narrowed to a category, which stays with the tabs, the search and the address', async () => {
    await page.goto('/panel/categories')
    await page.getByRole('button', { name: 'Actions for Guides' }).click()
    await page.getByRole('menuitem', { name: 'View documents' }).click()
    await page.waitForURL(`**/documents?category=${ids.guides}`)
    await shows('Overview', 'Blue and green', 'Rolling')
    await filtersBy('Guides')
    await page.getByRole('tab', { name: 'All 3' }).waitFor()

    await filter().focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('deploy')
    await page.getByRole('option', { name: 'Guides › Deployment' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await shows('Blue and green', 'Rolling')
    await page.getByRole('textbox', { name: 'Search documents' }).fill('said')
    await page.waitForURL(`**/documents?category=${ids.deployment}&q=said`)
    await shows('Blue and green', 'Rolling')
    await page.getByRole('tab', { name: 'With content 2' }).click()
    await page.getByText('No matches').waitFor()
    await page.getByRole('textbox', { name: 'Search documents' }).fill('green')
    await shows('Blue and green')
    await assertAccessible(page, 'a filtered list')
    await page.reload()
    await shows('Blue and green')
    await filtersBy('Guides › Deployment')
    await page.getByRole('button', { name: 'New document' }).click()
    await page.getByRole('dialog').getByLabel('Category').and(page.locator('[value="Guides › Deployment"]')).waitFor()
    await page.keyboard.press('Escape')
  })

  test('says that it is filtered when nothing is there, and shows everything again', async () => {
    await page.goto(`/panel/documents?category=${ids.archive}`)
    await page.getByText('No documents in this category').waitFor()
    await assertAccessible(page, 'an empty category')
    await page.getByRole('button', { name: 'Show all categories' }).click()
    await shows('Overview', 'Blue and green', 'Rolling', 'Loose')
    assert.equal(new URL(page.url()).search, '')
    await filter().click()
    await page.getByRole('option', { name: 'No category' }).click()
    await shows('Loose')
    await page.goto('/panel/documents?category=98765')
    await page.getByText('Category not found').waitFor()
    await page.getByRole('button', { name: 'Show all categories' }).click()
    await shows('Overview', 'Blue and green', 'Rolling', 'Loose')
  })

  test('moves many to a category, and back', async () => {
    await page.goto('/panel/documents')
    await choose('Rolling', 'Loose')
    const dialog = await begin('Move')
    await dialog.getByRole('combobox', { name: 'Category' }).fill('arch')
    await page.getByRole('option', { name: 'Archive' }).click()
    await assertAccessible(page, 'where to move them')
    await dialog.getByRole('button', { name: 'Move' }).click()
    await page.getByText('Moved 2 documents to “Archive”.').waitFor()
    assert.deepEqual(
      { categoryOfRolling: await categoryOf('Rolling'), categoryOfLoose: await categoryOf('Loose') },
      { categoryOfRolling: ids.archive, categoryOfLoose: ids.archive },
    )
    assert.equal(await page.getByText(/\d selected/).count(), 0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone for 2 documents.').waitFor()
    assert.deepEqual(
      { categoryOfRolling: await categoryOf('Rolling'), categoryOfLoose: await categoryOf('Loose') },
      { categoryOfRolling: ids.deployment, categoryOfLoose: null },
    )
  })

  test('deletes many, tells which were refused and why, and brings them back', async () => {
    await page.goto('/panel/documents')
    await choose('Overview', 'Rolling', 'Loose')
    const dialog = await begin('Delete')
    await dialog.getByText(/can be restored with their revisions for \d+ days\. Their jobs/).waitFor()
    await dialog.getByText('They move to the trash').waitFor()
    await api('DELETE', `/api/admin/docs/${ids.Loose}`)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('2 of 3 documents done.').waitFor()
    await dialog.getByText('Loose: Document not found').waitFor()
    await assertAccessible(page, 'what was refused')
    await dialog.getByRole('button', { name: 'Skip these' }).click()
    await page.getByText('1 selected').waitFor()
    await shows('Blue and green')
    await page.getByText('Deleted 2 documents.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone for 2 documents.').waitFor()
    await shows('Overview', 'Blue and green', 'Rolling')
    await page.getByRole('button', { name: 'Clear selection' }).click()

    await choose('Rolling')
    await (await begin('Delete')).getByText('“Rolling” moves to the trash').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear selection' }).click()
    assert.deepEqual(page.faults, [])
  })

  test('shows how far it is, and stops when told', async () => {
    const { body } = await api('POST', '/api/admin/categories/', { name: 'Held' })
    ids.held = body.id
    await seedDocuments(panel().service.folder, 130, { category_id: body.id, slug: 'held' })
    await page.goto(`/panel/documents?category=${body.id}`)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Select all 130' }).click()
    await page.getByText('130 selected').waitFor()
    const held: Route[] = []
    await page.route('**/api/admin/docs/many', (route) => void held.push(route))
    const dialog = await begin('Delete')
    await dialog.getByText('and 122 more').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await until('a request is under way', () => held.length === 1)
    await held.shift()!.continue()
    await dialog.getByText('50 of 130 documents').waitFor()
    await assertAccessible(page, 'under way')
    await until('the next one is under way', () => held.length === 1)
    await dialog.getByRole('button', { name: 'Stop' }).click()
    await held.shift()!.continue()
    await page.getByText('Deleted 100 documents.').waitFor()
    await page.getByText('30 selected').waitFor()
    await page.unroute('**/api/admin/docs/many')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone for 100 documents.').waitFor()
    assert.equal((await api('GET', `/api/admin/docs/buckets/counts?category_id=${body.id}`)).body.empty, 130)
  })

  test('says before it publishes many what of it is no step to undo', async () => {
    await page.goto('/panel/documents')
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await (await begin('Publish')).getByText("this can't be undone at once").waitFor()
  })

  test('goes back to the last page that is left', async () => {
    const shown = (count: number) =>
      until(`the page shows ${count}`, async () => (await page.locator('[data-document]').count()) === count)
    await page.goto(`/panel/documents?category=${ids.held}&page=3`)
    await shown(30)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await (await begin('Delete')).getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL(`**/documents?category=${ids.held}&page=2`)
    await shown(50)
    assert.deepEqual(page.faults, [])
  })

  test('everything that matches the filter is selected, tagged, unpublished, and each is undone', async () => {
    const { body: many } = await api('POST', '/api/admin/categories/', { name: 'Many' })
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        api('POST', '/api/admin/docs/', {
          title: `Page ${index}`,
          markdown: 'Said.',
          category_id: many.id,
          tags: ['old'],
        }),
      ),
    )
    // In one request: one for each would come to the limit of requests.
    const of = async (pick: (body: Record<string, unknown>) => unknown) => {
      const list = (await api('GET', `/api/admin/docs/?category_id=${many.id}&limit=100`)).body as never as object[]
      return new Set(list.map((body) => pick(body as Record<string, unknown>)))
    }
    await page.goto(`/panel/documents?category=${many.id}`)
    const selectAll = async () => {
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await page.getByText('50 selected').waitFor()
      await page.getByRole('button', { name: 'Select all 60' }).click()
      await page.getByText('60 selected').waitFor()
    }
    const undo = async () => {
      await page.getByRole('button', { name: 'Undo' }).click()
      const notice = page.getByText('Undone for 60 documents.')
      await notice.waitFor()
      await page.getByRole('alert').filter({ has: notice }).getByRole('button').click()
      await notice.waitFor({ state: 'detached' })
    }
    await selectAll()
    await assertAccessible(page, 'everything selected')
    const tags = await begin('Tags')
    await tags.getByLabel('Tags', { exact: true }).fill('new')
    await page.keyboard.press('Enter')
    await assertAccessible(page, 'tags of many')
    await tags.getByRole('button', { name: 'Add tags' }).click()
    await page.getByText('Tagged 60 documents.').waitFor()
    assert.deepEqual(await of(({ tags }) => String(tags)), new Set(['old,new']))
    await undo()
    assert.deepEqual(await of(({ tags }) => String(tags)), new Set(['old']))
    await selectAll()
    const dialog = await begin('Unpublish')
    await dialog.getByRole('button', { name: 'Unpublish' }).click()
    await page.getByText('Unpublished 60 documents.').waitFor()
    assert.deepEqual(await of(({ published }) => published), new Set([false]))
    await undo()
    assert.deepEqual(await of(({ published }) => published), new Set([true]))
    assert.deepEqual(page.faults, [])
  })

  test('what is not published is selected without a wrong count, has no green dot, and nothing typed is no match', async () => {
    const { body } = await api('POST', '/api/admin/categories/', { name: 'Planned' })
    const list = `/panel/documents?category=${body.id}&unpublished=true`
    await page.goto(list)
    await page.getByText('Nothing is unpublished').waitFor()
    assert.equal(await page.getByText('No matches').count(), 0)
    await seedDocuments(panel().service.folder, 57, { category_id: body.id, slug: 'planned', published: false })
    await page.goto(list)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Select all that match' }).click()
    await page.getByText('57 selected').waitFor()

    const make = async (title: string, published: boolean) =>
      (await api('POST', '/api/admin/docs/', { title, published, category_id: body.id, markdown: 'Said.' })).body.id
    const [draft, read] = [await make('A draft', false), await make('To be read', true)]
    await page.goto(`/panel/documents?category=${body.id}`)
    const dot = (id: number) =>
      page.locator(`[data-document="${id}"] [style*="--bucket-"]`).last().getAttribute('style')
    assert.match((await dot(read)) ?? '', /approved/)
    assert.match((await dot(draft)) ?? '', /empty/)
  })
})
