// Settings of accounts, mail and sign-in.

import { oneOf, secret, text, url, whole, words } from './kinds.ts'
import { readProviders } from './oidc.ts'

const isRole = (text: string): text is 'admin' | 'editor' | 'reader' => ['admin', 'editor', 'reader'].includes(text)

export const ACCOUNT_SETTINGS = {
  registration: oneOf(
    'GALLEY_REGISTRATION',
    ['open', 'domains', 'invite', 'closed'],
    'open',
    'Who may make their own account: everyone, addresses of the listed domains, or nobody; with invite an identity provider makes none either. With GALLEY_PUBLIC_URL it is invite unless given, and closed with an identity provider or the bridge.',
  ),
  registrationDomains: words(
    'GALLEY_REGISTRATION_DOMAINS',
    '',
    'Domains of the addresses that may register, with GALLEY_REGISTRATION=domains.',
  ),
  defaultRole: oneOf(
    'GALLEY_DEFAULT_ROLE',
    ['reader', 'editor', 'admin'],
    'reader',
    'Role of a new account, once its address is verified.',
  ),
  editorsSee: oneOf(
    'GALLEY_EDITORS_SEE',
    ['', 'granted', 'everything'],
    '',
    'What editors read of what is restricted: only what names them, or everything. The database keeps it; without it, databases from before 1.1.0 have everything, others granted.',
  ),
  secondFactor: {
    ...words('GALLEY_SECOND_FACTOR', '', 'Roles that must have a second factor to do anything, such as admin,editor.'),
    wanted: 'roles (admin, editor, reader) separated by commas',
    read: (value: string) => {
      const roles = value.split(',').map((role) => role.trim().toLowerCase())
      const named = roles.filter((role) => role !== '')
      return named.every(isRole) ? named : undefined
    },
  },
  smtpUrl: url(
    'GALLEY_SMTP_URL',
    ['smtp:', 'smtps:'],
    'Mail server for codes, invitations and notices; empty writes them to outbox.log in the data folder.',
    true,
  ),
  codesPerAddress: whole(
    'GALLEY_CODES_PER_ADDRESS',
    20,
    0,
    1_000_000,
    'Sign-in codes an hour that one network address may have mailed to people who are no members yet; 0 is no limit.',
  ),
  mailFrom: text('GALLEY_MAIL_FROM', 'Galley <galley@localhost>', 'Sender of mails.'),
  ssoSecret: secret(
    'GALLEY_SSO_SECRET',
    'Secret shared with the main backend for the single-sign-on bridge; empty switches it off.',
    32,
  ),
  ssoUrl: url(
    'GALLEY_SSO_URL',
    ['http:', 'https:'],
    'Where the main backend signs people in; set, a bridge token is taken only in the browser that set out from /api/auth/sso-start.',
  ),
  oidc: {
    env: 'GALLEY_OIDC',
    fallback: '',
    help: 'Identity providers (OpenID Connect) as a JSON list; see docs/single-sign-on.md.',
    secret: true,
    wanted: 'empty or a JSON list of identity providers as docs/single-sign-on.md has it',
    read: readProviders,
  },
  groupSession: whole(
    'GALLEY_GROUP_SESSION',
    8,
    1,
    720,
    'Hours after which someone whose groups an identity provider names has to sign in there again.',
  ),
  signIn: oneOf(
    'GALLEY_SIGN_IN',
    ['all', 'provider'],
    'all',
    'How people sign in: every way, or only through an identity provider or the bridge.',
  ),
  breakGlass: words(
    'GALLEY_BREAK_GLASS',
    '',
    'Email addresses of accounts that may sign in with a password all the same, for when the provider is down.',
  ),
  securityContact: {
    ...text(
      'GALLEY_SECURITY_CONTACT',
      '',
      'Where to report vulnerabilities, for /.well-known/security.txt: a mailto: or https: address.',
    ),
    wanted: 'empty or an address that starts with mailto: or https:',
    read: (value: string) => (value === '' || /^(mailto:|https:)\S+$/.test(value) ? value : undefined),
  },
}
