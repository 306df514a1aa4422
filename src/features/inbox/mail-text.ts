// The mail that tells of entries of an inbox: the text of what waits, which whoever sends it has just read for this very person,
// and links that hold no credential.

import { escapeHtml } from '#blocks/html/inline.ts'
import type { Mail } from '#engine/mail.ts'
import type { MailVoice } from '#features/accounts/mail-voice.ts'
import { inOneLine, mailButton, mailPage, QUIET } from '#features/accounts/mails.ts'
import type { Brand } from '#features/brand/brand.ts'
import { linkTo } from './inbox.ts'
import type { InboxKind, WaitingRow } from './waiting.ts'

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
export function entriesMail(
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
