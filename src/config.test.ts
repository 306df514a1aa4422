// Settings that can't work are refused with a sentence that names what is wrong.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'

const refusal = (env: Record<string, string>): string => {
  try {
    readConfig(env)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

test('a public URL has no path', () => {
  for (const GALLEY_PUBLIC_URL of ['https://docs.example.com/wiki', 'https://example.com/?a', 'https://a@example.com'])
    assert.match(refusal({ GALLEY_PUBLIC_URL }), /^GALLEY_PUBLIC_URL must be scheme and host alone, such as https:/)
  for (const GALLEY_PUBLIC_URL of [
    '',
    'https://Docs.example.com',
    'https://docs.example.com/',
    'http://localhost:8000',
  ])
    assert.equal(refusal({ GALLEY_PUBLIC_URL }), '')
})

test('on a public address nobody makes their own account unless the setting says so', () => {
  const GALLEY_PUBLIC_URL = 'https://docs.example.com'
  const GALLEY_OIDC = '[{"id": "corp", "issuer": "https://login.example.com/", "client_id": "galley"}]'
  for (const [env, registration] of [
    [{}, 'open'],
    [{ GALLEY_PUBLIC_URL }, 'invite'],
    [{ GALLEY_PUBLIC_URL, GALLEY_OIDC }, 'closed'],
    [{ GALLEY_PUBLIC_URL, GALLEY_REGISTRATION: 'open' }, 'open'],
  ] as const)
    assert.equal(readConfig(env).registration, registration, JSON.stringify(env))
})

test('what is wrong with an identity provider is named by its field, without its value', () => {
  const good = { id: 'corp', issuer: 'https://login.example.com/', client_id: 'galley', client_secret: 'hidden' }
  const refused = (...providers: unknown[]) => refusal({ GALLEY_OIDC: JSON.stringify(providers) })
  assert.equal(refused(good, { ...good, id: 'other', roles: { staff: 'editor' }, link: 'verified' }), '')
  for (const [wrong, sentence] of [
    [{ id: 'Corp' }, 'id of the provider "Corp" must be of a-z, 0-9 and dashes, at most 40'],
    [{ id: undefined }, 'id of provider 1 must be of a-z, 0-9 and dashes, at most 40'],
    [
      { issuer: 'http://login.example.com/' },
      'issuer of the provider "corp" must be an https address, or http on this machine',
    ],
    [{ client_id: '' }, 'client_id of the provider "corp" must be given'],
    [{ client_secret: 5 }, 'client_secret of the provider "corp" must be text'],
    [{ roles: { staff: 'writer' } }, 'roles["staff"] of the provider "corp" must be admin or editor or reader'],
    [{ roles: ['editor'] }, 'roles of the provider "corp" must be an object of groups and roles'],
    [{ link: 'always' }, 'link of the provider "corp" must be never or verified'],
    [{ addresses: true }, 'addresses of the provider "corp" must be text'],
    [
      { role: { staff: 'editor' } },
      'the provider "corp" has a field "role", which is none of id, name, issuer, client_id, client_secret, scope, roles, groups_claim, groups, link, addresses',
    ],
  ] as const)
    assert.equal(refused({ ...good, ...wrong }), `GALLEY_OIDC: ${sentence}.`)
  assert.equal(refused(good, good), 'GALLEY_OIDC: two providers have the id "corp".')
  assert.equal(refused('corp'), 'GALLEY_OIDC: provider 1 is not an object.')
  assert.match(refusal({ GALLEY_OIDC: '{hidden' }), /^GALLEY_OIDC must be (?!.*hidden)/)
})
