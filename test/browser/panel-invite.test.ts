// Bringing someone in: from the dialog through the mail and its link to the code, into the panel, and to their own password.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from 'node:test'
import type { Browser } from 'playwright-core'
import { suiteCleaner } from '../cleaner.ts'
import {
  assertAccessible,
  before,
  openBrowser,
  openPage,
  type PanelPage,
  type PanelService,
  startService,
  test,
} from './browser.ts'
import { ADMIN, signUp } from './sample.ts'

const BEN = { email: 'ben+docs@example.com', name: 'Ben Okri' }

describe('inviting in the panel', () => {
  const t = suiteCleaner()
  let browser: Browser
  let service: PanelService
  let page: PanelPage
  let ben: PanelPage

  before(async () => {
    browser = await openBrowser(t)
    service = await startService(t, { GALLEY_CODES_PER_ADDRESS: '1' })
    page = await adminAt(service)
    ben = await openPage(browser, service)
  })

  const adminAt = async (service: PanelService, options = {}) => {
    const page = await openPage(browser, service, options)
    await signUp(page)
    await page.goto('/panel/settings/users')
    return page
  }

  const newestMail = (): { to: string; text: string } => {
    const lines = readFileSync(join(service.folder, 'outbox.log'), 'utf8').trim().split('\n')
    return JSON.parse(lines.at(-1)!)
  }
  const invitation = () => page.getByRole('dialog', { name: 'Invite someone' })
  const row = () => page.locator('[data-user]').filter({ hasText: BEN.email })

  // Four steps of one invitation, on a service that sends no mail: each starts where the one before ended.
  test('the email of an account is refused, at its field', async () => {
    await page.getByRole('button', { name: 'Invite someone' }).click()
    const email = invitation().getByLabel('Email')
    await email.fill(ADMIN.email)
    await page.keyboard.press('Enter')
    await invitation().getByText('An account with this email already exists.').waitFor()
    assert.equal(await email.getAttribute('aria-invalid'), 'true')
    await assertAccessible(page, 'dialog')
  })

  test('an invitation that no mail carries shows its link', async () => {
    const dialog = invitation()
    await dialog.getByLabel('Email').fill(BEN.email)
    await dialog.getByLabel('Name').fill(BEN.name)
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option', { name: 'editor' }).click()
    await dialog.getByRole('button', { name: 'Invite' }).click()

    const unsent = page.getByRole('dialog', { name: `Invitation for ${BEN.name}` })
    await unsent.getByText('No email was sent').waitFor()
    const link = /http\S+/.exec(newestMail().text)![0]
    assert.equal(newestMail().to, BEN.email)
    assert.equal(await unsent.getByText(service.url).textContent(), link)
    await unsent.getByRole('button', { name: 'Done' }).click()
    await row().getByText('invited').waitFor()
    await assertAccessible(page, 'list')
  })

  test('the link asks for a code, which is tried as soon as it is whole, typed or pasted', async () => {
    await ben.goto(/http\S+/.exec(newestMail().text)![0])
    await ben.getByRole('heading', { name: 'Sign in with a code' }).waitFor()
    assert.equal(await ben.getByLabel('Email or username').inputValue(), BEN.email)
    await ben.getByRole('button', { name: 'Send code' }).click()
    await ben.getByText("we've sent it a six-digit code").waitFor()
    await ben.getByText('If no mail comes within two minutes, look in the spam folder').waitFor()
    const code = /\b\d{6}\b/.exec(newestMail().text)![0]
    const tries: string[] = []
    ben.on('request', (request) => request.url().endsWith('/verify-code') && tries.push(request.postDataJSON().code))
    const wrong = code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10))
    await ben.keyboard.type(wrong)
    await ben.getByText('This code is wrong').waitFor()
    assert.equal(await ben.getByRole('button', { name: 'Sign in', exact: true }).isDisabled(), true)
    // Tried once whole, without a key; the fields are empty for the next one, which may be pasted.
    await ben.evaluate(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '${code}')
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }`)
    await ben.getByRole('link', { name: 'Documents' }).waitFor()
    assert.equal(ben.url(), `${service.url}/panel/`)
    assert.deepEqual(tries, [wrong, code])
  })

  test('who was invited sets a first password, and is then no longer called invited', async () => {
    await ben.goto('/panel/settings')
    const current = ben.getByLabel('Current password')
    await ben.getByRole('textbox', { name: 'New password' }).fill('a password of my own')
    assert.equal(await current.count(), 0)
    await ben.getByRole('button', { name: 'Set new password' }).click()
    await current.waitFor()
    await page.reload()
    await row().waitFor()
    assert.equal(await row().getByText('invited').count(), 0)
    assert.deepEqual({ pageFaults: page.faults, benFaults: ben.faults }, { pageFaults: [], benFaults: [] })
  })

  test('a forgotten password is set by a code, and all that ends with it is said', async () => {
    await page.goto('/panel/settings')
    await page.getByRole('button', { name: 'Forgot your current password?' }).click()
    await page.getByText('signs you out everywhere else, and deletes your API tokens.').waitFor()
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByText("we've sent it a six-digit code").waitFor()
    await page.keyboard.type(/\b\d{6}\b/.exec(newestMail().text)![0])
    await page.getByRole('textbox', { name: 'New password' }).fill('another one of my own')
    await page.getByRole('button', { name: 'Set new password' }).click()
    await page.getByText('Your other sessions have ended, and your API tokens were deleted.').waitFor()
    assert.deepEqual(page.faults, [])
  })

  test('the row of a person says that codes were held back, until a link is sent', async () => {
    const email = 'eve@example.com'
    const post = (path: string, payload: object) =>
      fetch(service.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
        body: JSON.stringify(payload),
      })
    await post('/auth/register', { email, password: 'a password of eve' })
    for (const identifier of ['mallory@example.com', email]) await post('/auth/send-code', { identifier })
    assert.equal(newestMail().to, 'mallory@example.com')
    await page.goto('/panel/settings/users')
    const held = page.locator('[data-user]').filter({ hasText: email }).getByText('Sign-in codes were held back')
    await held.waitFor()
    await assertAccessible(page, 'codes that were held back')
    await page.getByRole('button', { name: `Actions for ${email}` }).click()
    await page.getByRole('menuitem', { name: 'Email a sign-in link' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
    await held.waitFor({ state: 'detached' })
    await post('/auth/send-code', { identifier: email })
    assert.match(newestMail().text, /\b\d{6}\b/)
    assert.equal(newestMail().to, email)
    assert.deepEqual(page.faults, [])
  })
})
