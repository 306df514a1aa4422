// One attempt to send somebody a mail, and what becomes of it. What the mail says is read now, for this person as they are now:
// what was answered, closed to them or marked since is left out, and where nothing is left, no mail is sent.
//
// A mail is a task. If a sender dies after the mail server accepted the mail and before that is saved, the mail is sent once more
// when the lease expires, under the same Message-ID.
//
// Its text is that of the entries, with links that hold no credential.

import { escapeHtml } from 'galley-blocks/html/inline.ts'
import type { Deps } from '#deps.ts'
import { isRefusal, type Mail } from '#engine/mail.ts'
import { type MailVoice, mailVoice } from '#features/accounts/mail-voice.ts'
import { inOneLine, mailButton, mailPage, QUIET } from '#features/accounts/mails.ts'
import { findPerson, type KnownPerson } from '#features/accounts/users/person.ts'
import { type Brand, readBrand } from '#features/brand/brand.ts'
import { DAY, HOUR, MINUTE } from '#time.ts'
import { askFor, keyOf, linkTo, unsubscribeKey, type WaitingDeps } from './inbox.ts'
import {
  DIGEST,
  findLastDigest,
  findMailSettings,
  findWaiting,
  listHeld,
  listMailed,
  listMuted,
  listWaiting,
  type MailRow,
  settleMail,
} from './store.ts'
import type { InboxKind, WaitingRow } from './waiting.ts'

type MailingDeps = Deps &
  WaitingDeps & {
    /** pauses are for tests; else those below. */
    pauses?: readonly number[] | undefined
  }

/** PAUSES are those before the second and each later attempt: seven attempts in 21 hours. */
const PAUSES = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR]
const MOST_SHOWN = 50

/** One attempt to send a claimed mail. */
export async function sendMail(deps: MailingDeps, mail: MailRow): Promise<void> {
  const outcome = await attempt(deps, mail)
  await deps.db.inTransaction((tx) => settleMail(tx, mail, outcome))
}

/** Returns the outcome as fields to save. */
async function attempt(deps: MailingDeps, mail: MailRow) {
  const { clock, mail: mailer } = deps
  const composed = await compose(deps, mail)
  if (!composed) return { run_at: null, status: 'dropped' as const, finished_at: clock.now() }
  try {
    await mailer.hand(composed)
    return { run_at: null, status: 'sent' as const, finished_at: clock.now(), error: null }
  } catch (error) {
    const pause = isRefusal(error) ? undefined : (deps.pauses ?? PAUSES)[mail.attempts - 1]
    const why = { error: isRefusal(error) ? 'The mail server refused it' : 'The mail server could not take it' }
    deps.log.warn({ mail: mail.id, again: pause !== undefined }, 'a mail was not sent')
    return pause === undefined
      ? { run_at: null, status: 'failed' as const, finished_at: clock.now(), ...why }
      : { run_at: clock.now() + pause, ...why }
  }
}

async function compose(deps: MailingDeps, claimed: MailRow): Promise<Mail | undefined> {
  const { db, config } = deps
  const person = await findPerson(db.read, claimed.user_id)
  if (!person?.member) return undefined
  const shown = claimed.kind === DIGEST ? await digestOf(deps, person, claimed) : await namedIn(deps, person, claimed)
  if (shown.rows.length === 0) return undefined
  const base = config.publicUrl || `http://localhost:${config.port}`
  const frame = {
    voice: mailVoice(config.siteLang),
    brand: await readBrand(deps),
    base,
    unsubscribeKey: await unsubscribeKey(db, person.userId),
  }
  const mail = entriesMail(frame, person.email, shown.rows, shown)
  return { ...mail, messageId: `<galley.${claimed.id}.${claimed.created_at}@${new URL(base).hostname}>` }
}

async function namedIn(deps: MailingDeps, person: KnownPerson, { id }: MailRow) {
  const { at_once } = await findMailSettings(deps.db.read, person.userId)
  if (at_once === 0) return { rows: [], more: 0, isDigest: false }
  const asked = await askFor(deps, deps.db.read, person, deps.clock.now())
  const refs = (await listHeld(deps.db.read, id)).map(({ kind, ref_id }) => ({ kind: kind as InboxKind, ref_id }))
  return { rows: await findWaiting(deps.db.read, asked, refs), more: 0, isDigest: false }
}

/** digestOf is what has come since the last digest, without what was mailed at once. */
async function digestOf(deps: MailingDeps, person: KnownPerson, { created_at }: MailRow) {
  const { read } = deps.db
  const { digest } = await findMailSettings(read, person.userId)
  if (digest === 'off') return { rows: [], more: 0, isDigest: true }
  const since = Math.max(await findLastDigest(read, person.userId), created_at - 8 * DAY)
  const asked = await askFor(deps, read, person, deps.clock.now())
  const muted = await listMuted(read, person.userId)
  const open = await listWaiting(read, { ...asked, muted, state: 'open' }, { limit: 1_000, offset: 0 })
  const mailed = new Map((await listMailed(read, person.userId, since)).map((mail) => [keyOf(mail), mail.created_at]))
  const fresh = open.rows.filter((row) => row.since > Math.max(since, mailed.get(keyOf(row)) ?? 0))
  return { rows: fresh.slice(0, MOST_SHOWN), more: Math.max(0, fresh.length - MOST_SHOWN), isDigest: true }
}

const LONGEST_TEXT = 600

/** COUNTED kinds have a number as their text, which the line above the entry says. */
const COUNTED: readonly InboxKind[] = ['stale', 'review']

/** TELLING kinds have a text that people wrote. */
const TELLING: readonly InboxKind[] = [
  'question',
  'action',
  'mention',
  'comment',
  'proposal',
  'failed',
  'answered',
  'feedback',
  'missed',
  'link',
]

const cut = (text: string): string =>
  text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…`.toWellFormed() : text

type MailFrame = {
  voice: MailVoice
  brand: Pick<Brand, 'name' | 'accent'>
  /** base is the address of the site, without a slash at its end. */
  base: string
  unsubscribeKey: string
}

/** addressed tells the way in whom a code is for; it is no credential. */
function addressed(link: string, to: string): string {
  const url = new URL(link)
  url.searchParams.set('email', to)
  return String(url)
}

/** entriesMail takes the entries to show, and how many more there are; `isDigest` says whether they came together or at once. */
function entriesMail(
  { voice: { lang, say }, brand, base, unsubscribeKey }: MailFrame,
  to: string,
  rows: readonly WaitingRow[],
  { more = 0, isDigest = false } = {},
): Mail {
  const site = inOneLine(brand.name)
  const lines = rows.map((row) => ({
    head: say(row.kind, {
      title: inOneLine(row.title),
      who: row.who ?? say('someone'),
      ...(COUNTED.includes(row.kind) && { count: Number(row.text) }),
    }),
    text: TELLING.includes(row.kind) ? cut(row.text) : '',
    link: addressed(`${base}${linkTo(row)}`, to),
  }))
  const out = `${base}/mail/unsubscribe/${unsubscribeKey}`
  const settings = `${base}/panel/settings/notifications`
  const rest = more > 0 ? say('more', { count: more, link: `${base}/panel/inbox` }) : ''
  const html = lines.map(
    ({ head, text, link }) => `<p style="margin:0 0 8px;font-weight:600">${escapeHtml(head)}</p>
${text && `<p style="margin:0 0 12px;padding-left:12px;border-left:3px solid #d8d8d8;white-space:pre-wrap">${escapeHtml(text)}</p>`}
<p style="margin:0 0 24px">${mailButton(brand.accent, link, say('open'))}</p>`,
  )
  return {
    to,
    subject:
      isDigest || lines.length > 1 ? say('things', { count: lines.length + more, site }) : `${lines[0]!.head}: ${site}`,
    text: [
      ...lines.flatMap(({ head, text, link }) => [head, ...(text ? ['', text] : []), '', link, '']),
      ...(rest ? [rest, ''] : []),
      `${say('settings')}: ${settings}`,
      `${say('stop')}: ${out}`,
      '',
    ].join('\n'),
    html: mailPage(
      lang,
      say('inbox'),
      `${html.join('\n')}${rest && `<p style="margin:0 0 16px">${escapeHtml(rest)}</p>`}
<p style="${QUIET};font-size:14px"><a href="${escapeHtml(settings)}" style="color:#595959">${escapeHtml(say('settings'))}</a> ·
<a href="${escapeHtml(out)}" style="color:#595959">${escapeHtml(say('stop'))}</a></p>`,
    ),
    headers: {
      'List-Unsubscribe': `<${out}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  }
}
