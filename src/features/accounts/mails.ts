// The mails that accounts send: a code, an invitation, and notices of what happened. Each has a text part, and an HTML part that is readable on a phone.
// No subject holds a code, because mail servers log subjects.

import { accentVariants } from 'galley-look/accent.ts'
import { escapeHtml } from '#blocks/html/inline.ts'
import type { Mail } from '#engine/mail.ts'
import type { Brand } from '#features/brand/brand.ts'

export const QUIET = 'margin:0;color:#595959'

export function codeMail(siteName: string, to: string, code: string, minutes: number): Mail {
  const site = inOneLine(siteName)
  return {
    to,
    subject: `Your sign-in code for ${site}`,
    text: [
      `Your code for ${site} is`,
      '',
      `    ${code}`,
      '',
      `It is valid for ${minutes} minutes and works once.`,
      'If you did not request it, ignore this email: nobody can sign in without the code.',
      '',
    ].join('\n'),
    html: mailPage(
      'Sign-in code',
      `<p style="margin:0 0 8px">Your code for ${escapeHtml(site)} is</p>
<p style="margin:0 0 16px;font:700 36px/1.3 ui-monospace,monospace;letter-spacing:6px">${code}</p>
<p style="margin:0 0 8px">It is valid for ${minutes} minutes and works once.</p>
<p style="${QUIET}">If you did not request it, ignore this email: nobody can sign in without the code.</p>`,
    ),
  }
}

/** invitationMail holds no secret: its link leads to where a code is asked for. */
export function invitationMail(
  brand: Pick<Brand, 'name' | 'accent'>,
  to: string,
  inviterName: string,
  link: string,
): Mail {
  const [site, inviter] = [inOneLine(brand.name), inOneLine(inviterName)]
  return {
    to,
    subject: `You are invited to ${site}`,
    text: [
      `${inviter} invited you to ${site}. Accept the invitation here:`,
      '',
      `    ${link}`,
      '',
      'You will sign in with a code sent to this address. You can set a password afterwards.',
      'If you do not know the sender, ignore this email and nothing will happen.',
      '',
    ].join('\n'),
    html: mailPage(
      'Invitation',
      `<p style="margin:0 0 16px">${escapeHtml(inviter)} invited you to ${escapeHtml(site)}.</p>
<p style="margin:0 0 16px">${mailButton(brand.accent, link, 'Accept invitation')}</p>
<p style="margin:0 0 8px">You will sign in with a code sent to this address. You can set a password afterwards.</p>
<p style="margin:0 0 8px;overflow-wrap:anywhere">If the button does not work, use this address: ${escapeHtml(link)}</p>
<p style="${QUIET}">If you do not know the sender, ignore this email and nothing will happen.</p>`,
    ),
  }
}

/** HAPPENINGS are what people are notified of: the subject, and what happened. */
const HAPPENINGS = {
  new_device: ['New sign-in', 'Someone signed in to your account from a new browser.'],
  token_made: ['New API token', 'An API token was created for your account.'],
  password_reset: [
    'Password reset',
    'Your password was reset with a code sent by email. All sessions and API tokens were revoked.',
  ],
  password_changed: ['Password changed', 'Your password was changed.'],
  factor_added: ['Second factor added', 'A second factor was added to your account.'],
  factor_removed: ['Second factor removed', 'A second factor was removed from your account.'],
  factors_reset: ['Second factors removed', 'An administrator removed all second factors of your account.'],
  codes_renewed: [
    'New recovery codes',
    'New recovery codes were created for your account. The previous ones no longer work.',
  ],
  account_deleted: ['Account deleted', 'Your account was deleted.'],
  webhook_paused: [
    'Webhook paused',
    'A webhook was paused: for three days its receiver has taken no message. New messages are kept and wait.',
    'Check the receiver, then resume the webhook in the panel under Settings.',
  ],
} as const satisfies Record<string, [title: string, sentence: string, advice?: string]>
export type Happening = keyof typeof HAPPENINGS

const ADVICE = 'If this was not you, change your password, sign out everywhere and contact an administrator.'

/** NoticeFacts are what a notice adds to its sentence. */
export type NoticeFacts = { device?: string; address?: string | undefined; webhook?: string }

/** noticeMail reports something that the owner of an account, or an administrator, should know. */
export function noticeMail(
  siteName: string,
  to: string,
  happening: Happening,
  { device, address, webhook, at }: NoticeFacts & { at: Date },
): Mail {
  const site = inOneLine(siteName)
  const [title, sentence, advice = ADVICE] = HAPPENINGS[happening]
  const facts = [
    `When: ${at.toUTCString()}`,
    device && `Device: ${device}`,
    address && `Address: ${address}`,
    webhook && `Webhook: ${webhook}`,
  ]
  const known = facts.filter((fact) => fact !== undefined && fact !== '') as string[]
  return {
    to,
    subject: `${title}: ${site}`,
    text: [`${site}: ${sentence}`, '', ...known, '', advice, ''].join('\n'),
    html: mailPage(
      title,
      `<p style="margin:0 0 16px">${escapeHtml(site)}: ${escapeHtml(sentence)}</p>
<p style="margin:0 0 16px">${known.map(escapeHtml).join('<br>')}</p>
<p style="${QUIET}">${escapeHtml(advice)}</p>`,
    ),
  }
}

export const mailButton = (accent: string, link: string, label: string): string =>
  `<a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 20px;border-radius:8px;background:${accentVariants(accent).light};color:#ffffff;font-weight:600;text-decoration:none">${label}</a>`

/** mailPage is the HTML part around a body. */
export const mailPage = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1c1c1c;background:#ffffff">
${body}
</body>
</html>
`

export const inOneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ')
