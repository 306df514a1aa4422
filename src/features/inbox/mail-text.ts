// The mail that tells of entries of an inbox: the text of what waits, which whoever sends it has just read for this very person,
// and links that hold no credential.

import { escapeHtml } from '#blocks/html/inline.ts'
import { counted } from '#counted.ts'
import type { Mail } from '#engine/mail.ts'
import { inOneLine, mailButton, mailPage, QUIET } from '#features/accounts/mails.ts'
import type { Brand } from '#features/brand/brand.ts'
import { linkTo } from './inbox.ts'
import type { InboxKind, WaitingRow } from './waiting.ts'

const LONGEST_TEXT = 600

/** SAYS is the line above an entry; the title of its page follows. */
const SAYS: Record<InboxKind, (row: WaitingRow) => string> = {
  question: () => 'A question for you about',
  action: () => 'Something for you to do about',
  mention: ({ who }) => `${who ?? 'Someone'} mentioned you on`,
  comment: ({ who }) => `${who ?? 'Someone'} commented on`,
  proposal: ({ who }) => `${who ?? 'Someone'} proposes a change of`,
  draft: () => 'A draft is ready for review:',
  failed: () => 'A draft could not be made:',
  stale: ({ text }) => `${counted(Number(text), 'source')} changed behind`,
  review: ({ text }) => `${counted(Number(text), 'passage')} due for a check on`,
  answered: () => 'Your question is answered on',
  watched: () => 'There is a new version of',
}
/** TELLING kinds have a text that people wrote. */
const TELLING: readonly InboxKind[] = ['question', 'action', 'mention', 'comment', 'proposal', 'failed', 'answered']

const cut = (text: string): string =>
  text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…`.toWellFormed() : text

type MailFrame = {
  brand: Pick<Brand, 'name' | 'accent'>
  /** base is the address of the site, without a slash at its end. */
  base: string
  wayOut: string
}

/** addressed tells the way in whom a code is for; it is no credential. */
function addressed(link: string, to: string): string {
  const url = new URL(link)
  url.searchParams.set('email', to)
  return String(url)
}

/** entriesMail takes the entries to show, and how many more there are; `isDigest` says whether they came together or at once. */
export function entriesMail(
  { brand, base, wayOut }: MailFrame,
  to: string,
  rows: readonly WaitingRow[],
  { more = 0, isDigest = false } = {},
): Mail {
  const site = inOneLine(brand.name)
  const lines = rows.map((row) => ({
    head: `${SAYS[row.kind](row)} “${inOneLine(row.title)}”`,
    text: TELLING.includes(row.kind) ? cut(row.text) : '',
    link: addressed(`${base}${linkTo(row)}`, to),
  }))
  const out = `${base}/mail/unsubscribe/${wayOut}`
  const settings = `${base}/panel/settings/notifications`
  const rest = more > 0 ? `And ${more} more in your inbox: ${base}/panel/inbox` : ''
  const html = lines.map(
    ({ head, text, link }) => `<p style="margin:0 0 8px;font-weight:600">${escapeHtml(head)}</p>
${text && `<p style="margin:0 0 12px;padding-left:12px;border-left:3px solid #d8d8d8;white-space:pre-wrap">${escapeHtml(text)}</p>`}
<p style="margin:0 0 24px">${mailButton(brand.accent, link, 'Open')}</p>`,
  )
  return {
    to,
    subject:
      isDigest || lines.length > 1
        ? `${counted(lines.length + more, 'thing')} for you: ${site}`
        : `${lines[0]!.head}: ${site}`,
    text: [
      ...lines.flatMap(({ head, text, link }) => [head, ...(text ? ['', text] : []), '', link, '']),
      ...(rest ? [rest, ''] : []),
      `Change which mails you get: ${settings}`,
      `Stop all of them: ${out}`,
      '',
    ].join('\n'),
    html: mailPage(
      'Inbox',
      `${html.join('\n')}${rest && `<p style="margin:0 0 16px">${escapeHtml(rest)}</p>`}
<p style="${QUIET};font-size:14px"><a href="${escapeHtml(settings)}" style="color:#595959">Change which mails you get</a> ·
<a href="${escapeHtml(out)}" style="color:#595959">Stop all of them</a></p>`,
    ),
    headers: {
      'List-Unsubscribe': `<${out}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  }
}
