// Preview links: what they show, to whom, for how long, and that nobody keeps it.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import { findUserById } from '#features/accounts/user-store.ts'
import { setPassword } from '#features/accounts/users/users.ts'
import { HOUR } from '#time.ts'
import { OUTSIDE, onEngines, TestClock } from '../../../../test/build.ts'
import { siteOf } from '../../../../test/site-of.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

onEngines('preview links', (engine) => {
  const clock = new TestClock()
  const { deps, people, ask: send } = siteOf({ engine, clock }, { editor: 'editor' })
  const { editor } = people
  const draft = async (title: string, markdown: string) =>
    (await send('POST', '/api/docs/?publish=false', { title, markdown })).json()
  const linkTo = async (id: number, body?: object) =>
    new URL((await send('POST', `/api/docs/${id}/preview-link`, body)).json().url).pathname
  const open = (url: string) => deps.app.inject({ url, headers: OUTSIDE })

  test('are made of a document, for an hour at least', async () => {
    const { id } = await draft('Mine', 'Text.')
    const url = `/api/docs/${id}/preview-link`
    assert.equal((await send('POST', url, { hours: 0 })).statusCode, 422)
    assert.equal((await send('POST', '/api/docs/999999/preview-link')).statusCode, 404)
  })

  test('show the working copy to whoever has them, and nobody keeps it', async () => {
    const { id } = await draft('Secret plan', 'Tunnels.')
    const page = await open(await linkTo(id))
    assert.equal(page.statusCode, 200)
    assert.ok(page.body.includes('Tunnels.') && page.body.includes('<meta name="robots" content="noindex">'))
    const { 'cache-control': cache, 'x-robots-tag': robots, etag } = page.headers
    assert.deepEqual({ cache, robots, etag }, { cache: 'no-store', robots: 'noindex, nofollow', etag: undefined })
    assert.equal((await open('/read/secret-plan')).statusCode, 404)
    assert.equal((await open(`/read/preview/${'A'.repeat(43)}`)).statusCode, 404)
  })

  test('show the summary above the text, unless the text begins with it', async () => {
    const { id } = await draft('Bridges', 'Two bridges.')
    const bodyWith = async (summary: string) => {
      await send('PUT', `/api/docs/${id}?publish=false`, { summary })
      return (await open(await linkTo(id))).body
    }
    assert.match(await bodyWith('Where to cross.'), /class="lead" dir="auto">Where to cross\.</)
    assert.doesNotMatch(await bodyWith('Two bridges.'), /class="lead"/)
  })

  test('show its pictures, and no others', async () => {
    const picture = (await send('POST', '/api/pictures', PIXEL, { 'content-type': 'image/png' })).json().url
    const { id } = await draft('With a picture', `![A dot](${picture})`)
    const other = await draft('Without', 'Nothing.')
    const [link, otherLink] = [await linkTo(id), await linkTo(other.id)]
    assert.ok((await open(link)).body.includes(`src="${link}${picture}"`))
    const statuses = [picture, link + picture, otherLink + picture].map(async (url) => (await open(url)).statusCode)
    assert.deepEqual(await Promise.all(statuses), [404, 200, 404])
  })

  test('end when they expire, when they are revoked and with the document', async () => {
    const { id } = await draft('Short-lived', 'Text.')
    const [short, long] = [await linkTo(id, { hours: 1 }), await linkTo(id)]
    clock.advance(HOUR)
    // The session has ended meanwhile, too.
    Object.assign(editor, await deps.person('editor'))
    const ended = await open(short)
    assert.deepEqual([ended.statusCode, (await open(long)).statusCode], [404, 200])
    assert.match(ended.body, /This preview link has expired or was revoked/)
    await send('DELETE', `/api/docs/${id}/preview-link`)
    assert.equal((await open(long)).statusCode, 404)
    const last = await linkTo(id)
    await send('DELETE', `/api/docs/${id}`)
    assert.equal((await open(last)).statusCode, 404)
  })

  test('lead on to the document once it is published', async () => {
    const { id } = await draft('Out now', 'Text.')
    const link = await linkTo(id)
    await send('POST', `/api/docs/${id}/publish`)
    const { statusCode, headers } = await open(link)
    assert.deepEqual({ statusCode, location: headers.location }, { statusCode: 302, location: '/read/out-now' })
  })

  test('serve no picture or file of what was published, to whoever may not read it there', async () => {
    const picture = (await send('POST', '/api/pictures', PIXEL, { 'content-type': 'image/png' })).json().url
    const text = 'name,colour\nGalley,blue'
    const file = (
      await send('POST', '/api/files?name=list.csv', Buffer.from(text), { 'content-type': 'text/csv' })
    ).json().url
    const markdown = `![A dot](${picture})\n\n[List](${file})`
    const payload = { title: 'Closed', markdown, visibility: 'restricted' }
    const { id } = (await send('POST', '/api/docs/?publish=false', payload)).json()
    const link = await linkTo(id)
    const parts = [link + picture, link + file]
    const statuses = () => Promise.all(parts.map(async (url) => (await open(url)).statusCode))
    assert.deepEqual(await statuses(), [200, 200])
    await send('POST', `/api/docs/${id}/publish`)
    assert.deepEqual(await statuses(), [404, 404])
    await send('PUT', `/api/docs/${id}?publish=false`, { markdown: `${markdown}\n\nMore.` })
    assert.deepEqual(await statuses(), [200, 200], 'a new working copy is shown again')
  })

  for (const [end, begin] of [
    ['disabled', { method: 'PATCH', payload: { disabled: true } }],
    ['deleted', { method: 'DELETE' }],
    ['made a reader', { method: 'PATCH', payload: { role: 'reader' } }],
    ['made an editor', { method: 'PATCH', payload: { role: 'editor' } }],
  ] as const)
    test(`end when their maker is ${end}`, async () => {
      const { id } = await draft(`By someone who is ${end}`, 'Text.')
      const [leaver, other] = [await deps.person('admin'), await deps.person('editor')]
      const linkBy = async (headers: Record<string, string>) =>
        new URL((await send('POST', `/api/docs/${id}/preview-link`, undefined, headers)).json().url).pathname
      const [link, otherLink] = [await linkBy(leaver.headers), await linkBy(other.headers)]
      assert.equal((await open(link)).statusCode, 200)
      const { headers } = await deps.person('admin')
      await deps.app.inject({ ...begin, url: `/api/admin/users/${leaver.id}`, headers })
      assert.deepEqual([(await open(link)).statusCode, (await open(otherLink)).statusCode], [404, 200])
    })

  test('that a demotion or a reset ended stay so, and their maker makes new ones', async () => {
    const { id } = await draft('By someone who comes back', 'Text.')
    const { headers } = await deps.person('admin')
    const maker = await deps.person('editor')
    const linkBy = async (own: Record<string, string>) =>
      new URL((await send('POST', `/api/docs/${id}/preview-link`, undefined, own)).json().url).pathname
    const shownBy = async (links: string[]) => Promise.all(links.map(async (url) => (await open(url)).statusCode))
    const links = [await linkBy(maker.headers)]
    for (const role of ['reader', 'editor']) await send('PATCH', `/api/admin/users/${maker.id}`, { role }, headers)
    links.push(await linkBy(maker.headers))
    assert.deepEqual(await shownBy(links), [404, 200])
    await send('PATCH', `/api/admin/users/${maker.id}`, { role: 'admin' }, headers)
    assert.deepEqual(await shownBy(links), [404, 200], 'a promotion ends nothing')

    const identifier = maker.email
    await deps.app.inject({ method: 'POST', url: '/auth/send-code', payload: { identifier } })
    const code = /\b\d{6}\b/.exec(deps.mails.at(-1)!.text)![0]
    const payload = { identifier, code, password: 'another long password' }
    const back = await deps.app.inject({ method: 'POST', url: '/auth/verify-code', payload })
    links.push(await linkBy({ authorization: `Bearer ${back.json().access_token}` }))
    assert.deepEqual(await shownBy(links), [404, 404, 200])
    await setPassword(deps, COMMAND_LINE, (await findUserById(deps.db.read, maker.id))!, 'and a third password')
    assert.deepEqual(await shownBy(links), [404, 404, 404])
  })
})
