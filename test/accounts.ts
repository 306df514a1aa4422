// What tests of accounts share: people who registered, and short names for the requests they make.

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import type { Built } from './build.ts'

export const PASSWORD = 'correct horse battery'

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

export const post = ({ app }: Built, url: string, payload?: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url, headers, ...(payload && { payload }) })

let people = 0
export const newEmail = () => `person${++people}@example.com`

/** registered makes an account through the API and gives its Token. */
export async function registered(built: Built, more: object = {}) {
  const response = await post(built, '/auth/register', { email: newEmail(), password: PASSWORD, ...more })
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

/** me is who the API takes the owner of a token for. */
export const me = ({ app }: Built, token: string) => app.inject({ url: '/auth/me', headers: bearer(token) })

/** throttled writes attempts as if they had been made now: making each takes hashing a password. */
export async function throttled({ db, clock }: Built, scope: string, values: string[], times: number): Promise<void> {
  const key = values.map((value) => hash('sha256', value, 'hex').slice(0, 32)).join('')
  const row = { scope, key, at: clock.now() }
  await db.inTransaction((tx) => tx.insertInto('throttles').values(Array<typeof row>(times).fill(row)).execute())
}
