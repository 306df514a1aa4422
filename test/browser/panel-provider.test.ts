// Signing in through an identity provider, with a real one and a real browser.

import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { suiteCleaner } from '../cleaner.ts'
import { identityProvider } from '../oidc.ts'
import { assertAccessible, before, openBrowser, openPage, type PanelPage, startService, test } from './browser.ts'

/** The provider has to know the service's address, and the service the provider's, before either is up. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

const t = suiteCleaner()
let corp: Awaited<ReturnType<typeof identityProvider>>
let open: () => Promise<PanelPage>
before(async () => {
  const port = await freePort()
  const site = `http://127.0.0.1:${port}`
  corp = await identityProvider(t, 'corp', site)
  const env = {
    GALLEY_PORT: String(port),
    GALLEY_OIDC: corp.setting({ roles: { bosses: 'admin' } }),
    GALLEY_SIGN_IN: 'provider',
  }
  const [browser, service] = await Promise.all([openBrowser(t), startService(t, env)])
  open = () => openPage(browser, service)
})

test('a person comes in with one click, and the way in shows no password', async () => {
  corp.signIn({ sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada', groups: ['bosses'] })
  const page = await open()
  await page.goto('/panel/documents')
  await page.getByRole('link', { name: 'Continue with Corp' }).waitFor()
  await assertAccessible(page, 'the way in through a provider')
  assert.equal(await page.getByRole('textbox', { name: 'Password' }).count(), 0)
  await page.getByRole('link', { name: 'Continue with Corp' }).press('Enter')
  await page.getByRole('link', { name: 'Documents' }).waitFor()
  await page.goto('/panel/settings/profile')
  await page.getByRole('button', { name: 'Unlink Corp' }).waitFor()
  await assertAccessible(page, 'a profile with an identity provider')
  assert.deepEqual(page.faults, [])
})

test('someone who is refused is told why', async () => {
  corp.signIn({ sub: 'eve', email: 'ada@example.com', email_verified: true })
  const page = await open()
  await page.goto('/panel/')
  await page.getByRole('link', { name: 'Continue with Corp' }).click()
  await page.getByRole('alert').getByText('An account with this address exists').waitFor()
  await assertAccessible(page, 'a refused sign-in')
})
