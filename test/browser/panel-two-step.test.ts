// Two-step sign-in as people meet it: an authenticator app, a passkey (Chromium's virtual authenticator), recovery codes, and a role
// that must have one.

import assert from 'node:assert/strict'
import { stepAt, totpAt } from '../../src/features/accounts/factors/totp.ts'
import { assertAccessible, before, browserSuite, type PanelPage, test } from './browser.ts'
import { ADMIN } from './sample.ts'

const PHONE = { width: 390, height: 844 }

/** Codes work once, so every next one is of a later half minute; the service takes the one after the current. */
const codesOf = (secret: string) => {
  let last = stepAt(Date.now()) - 1
  return () => totpAt(secret, ++last)
}

async function setUpApp(page: PanelPage): Promise<() => string> {
  await page.getByRole('button', { name: 'Set up app' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await dialog.getByRole('img', { name: 'QR code with the key' }).waitFor()
  await assertAccessible(page, 'setting up an authenticator app')
  const secret = (await dialog.getByLabel('Key', { exact: true }).innerText()).replaceAll(' ', '')
  const code = codesOf(secret)
  await dialog.getByLabel('Code from the app').fill(code())
  await page.keyboard.press('Enter')
  return code
}

async function recoveryCodes(page: PanelPage): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' })
  const codes = (await dialog.locator('pre').innerText()).split('\n')
  await assertAccessible(page, 'recovery codes')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  return codes
}

async function signInAgain(page: PanelPage): Promise<void> {
  await page.request.post('/auth/logout')
  await page.goto('/panel/')
  await page.getByLabel('Email or username').fill(ADMIN.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Second step' }).waitFor()
}

/** local: a passkey needs a name, which an address is not. */
const local = (url: string) => ({ baseURL: url.replace('127.0.0.1', 'localhost') })

browserSuite(
  'two-step sign-in',
  (site) => {
    let page: PanelPage
    let code: () => string
    let codes: string[]
    before(async () => {
      page = await site().open({ ...local(site().service.url), viewport: PHONE })
      await page.request.post('/auth/register', { data: ADMIN })
    })
    const isIn = () => page.getByRole('button', { name: 'Menu' }).or(page.getByText('Home')).first().waitFor()

    test('a role that needs an app does nothing before it is set up, on a phone, by keyboard; then it is asked for', async () => {
      await page.goto('/panel/')
      await page.getByRole('heading', { name: 'One more step' }).waitFor()
      await assertAccessible(page, 'a factor that must be set up')
      assert.equal(await page.getByRole('button', { name: 'Continue' }).isDisabled(), true)
      code = await setUpApp(page)
      codes = await recoveryCodes(page)
      assert.equal(codes.length, 10)
      await page.getByRole('button', { name: 'Continue' }).press('Enter')
      await isIn()
      await signInAgain(page)
      await assertAccessible(page, 'the second step')
      await page.getByLabel('Code from your authenticator app').fill('000000')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
      await page.getByLabel('Code from your authenticator app').fill(code())
      await page.keyboard.press('Enter')
      await isIn()
    })

    test('a recovery code works once', async () => {
      for (const isFirst of [true, false]) {
        await signInAgain(page)
        await page.getByRole('button', { name: 'Use a recovery code' }).click()
        await page.getByLabel('Recovery code', { exact: true }).fill(codes[0]!)
        await page.keyboard.press('Enter')
        await (isFirst ? isIn() : page.getByRole('alert').waitFor())
      }
      await page.getByLabel('Recovery code', { exact: true }).fill(codes[1]!)
      await page.keyboard.press('Enter')
      await isIn()
    })

    test('a passkey signs in, and what it signed can not be used again', async () => {
      const devices = await page.context().newCDPSession(page)
      await devices.send('WebAuthn.enable')
      await devices.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      })
      await page.goto('/panel/settings/two-step')
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByLabel('Name').fill('This laptop')
      await page.keyboard.press('Enter')
      await page.getByText('This laptop').waitFor()
      await assertAccessible(page, 'two-step sign-in with a passkey')

      let sent: string | null = null
      page.on('request', (request) => {
        if (request.url().endsWith('/auth/second-factor')) sent = request.postData()
      })
      await signInAgain(page)
      await page.getByRole('button', { name: 'Use a passkey' }).press('Enter')
      await isIn()
      const headers = { 'content-type': 'application/json' }
      const replayed = await page.request.post('/auth/second-factor', { data: sent!, headers })
      assert.equal(replayed.status(), 401)
      // The answer to one challenge is no answer to another.
      const first = await page.request.post('/auth/login', {
        data: { identifier: ADMIN.email, password: ADMIN.password },
      })
      const { ticket } = (await first.json()).second_factor
      await page.request.post('/auth/second-factor/options', { data: { ticket } })
      const stolen = { ...JSON.parse(sent!), ticket }
      assert.equal((await page.request.post('/auth/second-factor', { data: stolen })).status(), 401)
    })

    test('confirming that it is you takes the passkey once, and no password', async () => {
      const statuses = await page.evaluate(async () => {
        type Json = Record<string, unknown>
        const { PublicKeyCredential, navigator } = globalThis as unknown as {
          PublicKeyCredential: { parseRequestOptionsFromJSON: (options: Json) => Json }
          navigator: { credentials: { get: (options: Json) => Promise<{ toJSON: () => Json }> } }
        }
        const post = (path: string, body?: Json) =>
          fetch(path, {
            method: 'POST',
            ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
          })
        const { ticket, options } = (await (await post('/auth/step-up/options')).json()) as {
          ticket: string
          options: Json
        }
        const signed = await navigator.credentials.get({
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
        })
        const proof = { ticket, passkey: signed.toJSON() }
        return [
          (await post('/auth/step-up', { password: 'correct horse battery' })).status,
          (await post('/auth/step-up', proof)).status,
          (await post('/auth/step-up', proof)).status,
        ]
      })
      assert.deepEqual(statuses, [403, 200, 403])
      assert.deepEqual(page.faults, [])
    })
  },
  { GALLEY_SECOND_FACTOR: 'admin' },
)
