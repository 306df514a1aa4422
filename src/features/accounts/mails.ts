// The mails of accounts: codes, invitations, notices. Each has a text and an HTML part. No subject contains a code, because
// mail servers log subjects.

import { escapeHtml } from 'galley-blocks/html/inline.ts'
import { accentVariants } from 'galley-look/accent.ts'
import type { Mail } from '#engine/mail.ts'
import type { Brand } from '#features/brand/brand.ts'
import type { MailKey, MailVoice } from './mail-voice.ts'

export const QUIET = 'margin:0;color:#595959'

export function codeMail({ lang, say }: MailVoice, siteName: string, to: string, code: string, minutes: number): Mail {
  const site = inOneLine(siteName)
  const [is, valid, ignore] = [say('codeIs', { site }), say('codeValid', { minutes }), say('codeIgnore')]
  return {
    to,
    subject: say('codeSubject', { site }),
    text: [is, '', `    ${code}`, '', valid, ignore, ''].join('\n'),
    html: mailPage(
      lang,
      say('codeTitle'),
      `<p style="margin:0 0 8px">${escapeHtml(is)}</p>
<p style="margin:0 0 16px;font:700 36px/1.3 ui-monospace,monospace;letter-spacing:6px">${code}</p>
<p style="margin:0 0 8px">${escapeHtml(valid)}</p>
<p style="${QUIET}">${escapeHtml(ignore)}</p>`,
    ),
  }
}

/** Contains no secret: the link leads to the sign-in; `withCode` says that a code will be needed. */
export function invitationMail(
  { lang, say }: MailVoice,
  brand: Pick<Brand, 'name' | 'accent'>,
  { to, inviterName, link, withCode }: { to: string; inviterName: string; link: string; withCode: boolean },
): Mail {
  const [site, inviter] = [inOneLine(brand.name), inOneLine(inviterName)]
  const [invited, ignore] = [say('invited', { inviter, site }), say('inviteIgnore')]
  const how = withCode ? [say('inviteHow')] : []
  return {
    to,
    subject: say('inviteSubject', { site }),
    text: [`${invited} ${say('inviteHere')}`, '', `    ${link}`, '', ...how, ignore, ''].join('\n'),
    html: mailPage(
      lang,
      say('inviteTitle'),
      `<p style="margin:0 0 16px">${escapeHtml(invited)}</p>
<p style="margin:0 0 16px">${mailButton(brand.accent, link, say('inviteAccept'))}</p>
${how.map((sentence) => `<p style="margin:0 0 8px">${escapeHtml(sentence)}</p>\n`).join('')}<p style="margin:0 0 8px;overflow-wrap:anywhere">${escapeHtml(say('inviteAddress', { link }))}</p>
<p style="${QUIET}">${escapeHtml(ignore)}</p>`,
    ),
  }
}

/** Events that people are notified of; subject and text are in the words. */
export type AccountEvent = Extract<
  MailKey,
  | 'new_device'
  | 'token_made'
  | 'password_reset'
  | 'password_changed'
  | 'factor_added'
  | 'factor_removed'
  | 'factors_reset'
  | 'codes_renewed'
  | 'account_deleted'
  | 'webhook_paused'
>

/** Details that a notice adds. */
export type NoticeFacts = { device?: string; address?: string | undefined; webhook?: string }

/** Reports an event to an account's owner or an administrator. */
export function noticeMail(
  { lang, say, time }: MailVoice,
  siteName: string,
  to: string,
  happening: AccountEvent,
  { device, address, webhook, at }: NoticeFacts & { at: Date },
): Mail {
  const site = inOneLine(siteName)
  const title = say(happening)
  const sentence = `${site}: ${say(`${happening}_said`)}`
  const advice = say(happening === 'webhook_paused' ? 'webhookAdvice' : 'advice')
  const facts = [
    say('when', { at: time(at) }),
    ...(device ? [say('device', { device })] : []),
    ...(address ? [say('address', { address })] : []),
    ...(webhook ? [say('webhook', { webhook })] : []),
  ]
  return {
    to,
    subject: `${title}: ${site}`,
    text: [sentence, '', ...facts, '', advice, ''].join('\n'),
    html: mailPage(
      lang,
      title,
      `<p style="margin:0 0 16px">${escapeHtml(sentence)}</p>
<p style="margin:0 0 16px">${facts.map(escapeHtml).join('<br>')}</p>
<p style="${QUIET}">${escapeHtml(advice)}</p>`,
    ),
  }
}

export const mailButton = (accent: string, link: string, label: string): string =>
  `<a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 20px;border-radius:8px;background:${accentVariants(accent).light};color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a>`

/** The HTML part around a body. */
export const mailPage = (lang: string, title: string, body: string): string => `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1c1c1c;background:#ffffff">
${body}
</body>
</html>
`

export const inOneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ')
