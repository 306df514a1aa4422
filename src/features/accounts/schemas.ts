// Schemas of accounts. Secrets are marked, so that no error echoes them.

import { Type } from 'typebox'
import { ROLES, SCOPES } from '#actor.ts'
import type { AddressProof } from '#engine/db/vocabulary.ts'
import { closed, FreeForm, Id, Nullable, named, Omittable, pageFields, Timestamp } from '#http/atoms.ts'
import { AUDIT_ACTIONS, AUDIT_KINDS } from './audit/audit-actions.ts'

const RoleName = closed(ROLES)
const PROOFS = ['code', 'invitation', 'provider', 'command', 'network'] as const satisfies AddressProof[]
const ProvenBy = Nullable(
  closed(PROOFS, { description: 'How the address was verified; null: not yet, so the account is not a member.' }),
)
const Email = Type.String({ trim: true, lowercase: true, format: 'email', maxLength: 254 })
const Username = Type.String({ trim: true, minLength: 3, maxLength: 32, pattern: '^[a-z0-9._-]+$' })
const DisplayName = Type.String({ trim: true, minLength: 1, maxLength: 120 })
/** Eight characters are the API's minimum; passwords.ts refuses the commonest ones and the account's own names. */
const NewPassword = Type.String({ secret: true, minLength: 8, maxLength: 128 })
/** For comparing only, so any reasonable length. */
const GivenPassword = Type.String({ secret: true, minLength: 1, maxLength: 1_000 })
const Identifier = Type.String({
  trim: true,
  minLength: 1,
  maxLength: 254,
  description: 'An email address or a username.',
})

export const UserCreate = named('UserCreate', {
  email: Email,
  password: NewPassword,
  username: Type.Optional(Nullable(Username)),
  display_name: Type.Optional(Nullable(DisplayName)),
  setup_token: Omittable(
    Type.String({
      secret: true,
      maxLength: 200,
      description: 'From the set-up link that the start prints; makes the first administrator.',
    }),
  ),
})

export const UserLogin = named('UserLogin', { identifier: Identifier, password: GivenPassword })
/** Sent by the API explorer's authorise control. */
export const LoginForm = Type.Object({ username: Identifier, password: GivenPassword })

const Code = Type.String({ secret: true, trim: true, pattern: '^[0-9]{6}$', examples: ['482913'] })
export const CodeRequest = named('CodeRequest', { identifier: Identifier })
export const CodeVerify = named('CodeVerify', {
  identifier: Identifier,
  code: Code,
  password: Type.Optional(Nullable(NewPassword)),
})
export const CodeSent = named('CodeSent', {
  sent: Type.Literal(true),
  expires_in: Type.Integer(),
  resend_after: Type.Integer(),
})

/** The 401 of open endpoints: the credentials were wrong. */
export const Refused = named(
  'ErrorOut',
  { detail: Type.String() },
  { description: 'Wrong, used or expired credentials' },
)

export const UserMeOut = named('UserMeOut', {
  id: Id,
  email: Type.String(),
  username: Nullable(Type.String()),
  display_name: Nullable(Type.String()),
  role: RoleName,
  roles: Type.Array(Type.String()),
  permissions: Type.Array(Type.String()),
  email_verified: Type.Boolean(),
  proven_by: ProvenBy,
  second_factor: Type.Boolean({ description: 'Whether signing in takes a second factor.' }),
  has_password: Type.Boolean({
    description: 'Without one, `PATCH /auth/me` sets the first without asking for the current.',
  }),
  created_at: Timestamp,
  last_login_at: Nullable(Timestamp),
})
export const Token = named('Token', {
  access_token: Type.String(),
  token_type: Type.Literal('bearer'),
  expires_in: Type.Integer({ description: 'Seconds.' }),
  expires_at: Timestamp,
  user: UserMeOut,
})
export const ProfileUpdate = named('ProfileUpdate', {
  display_name: Type.Optional(Nullable(DisplayName)),
  username: Type.Optional(Nullable(Username)),
  password: Omittable(NewPassword),
  current_password: Omittable(GivenPassword),
  end_tokens: Omittable(Type.Boolean({ description: 'With a new password: whether API tokens are revoked too.' })),
})

export const SsoQuery = Type.Object({
  token: Type.String({
    secret: true,
    minLength: 1,
    maxLength: 8_000,
    description: 'Bridge token signed by the main backend.',
  }),
  next: Type.Optional(Type.String({ description: 'A path on this site to go to afterwards.' })),
})
export const SsoStartQuery = Type.Object({
  next: Type.Optional(Type.String({ description: 'A path on this site to go to afterwards.' })),
})
export const SsoHealth = named('SsoHealth', { configured: Type.Boolean(), algorithm: Type.Literal('HS256') })

export const LogoutToken = Type.Object({ logout_token: Type.String({ secret: true, minLength: 1, maxLength: 8_000 }) })
export const ProviderAddress = named('ProviderAddress', { location: Type.String() })
export const IdentityOut = named('IdentityOut', {
  id: Id,
  provider: Type.String(),
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
})

export const RoleOut = named('RoleOut', {
  id: Id,
  name: RoleName,
  description: Type.String(),
  permissions: Type.Array(Type.String()),
})
const userFields = {
  id: Id,
  email: Type.String(),
  username: Nullable(Type.String()),
  display_name: Nullable(Type.String()),
  role: RoleName,
  disabled: Type.Boolean(),
  email_verified: Type.Boolean({ description: 'Whether the person has verified the address.' }),
  proven_by: ProvenBy,
  second_factor: Type.Boolean({ description: 'Whether signing in takes a second factor.' }),
  invited: Type.Boolean({ description: 'Has never signed in and has no password.' }),
  codes_held_at: Nullable(
    Type.String({
      format: 'date-time',
      description:
        'When a sign-in code was last not mailed, because too many had been asked for; null again once they sign in or are invited again.',
    }),
  ),
  created_at: Timestamp,
  last_login_at: Nullable(Timestamp),
}
export const UserOut = named('UserOut', userFields)
/** Handed to the mail server, written to the outbox instead, or neither. */
const MAILED = ['sent', 'outbox', 'failed'] as const
export type MailOutcome = (typeof MAILED)[number]
export const InvitationOut = named('InvitationOut', {
  ...userFields,
  mail: closed(MAILED, {
    description: '`sent`: the mail server has it. `outbox`: none is set. `failed`: nothing was sent; invite again.',
  }),
  link: Type.String({ description: 'Where the person signs in. It holds no secret.' }),
})
export const UserInvite = named('UserInvite', {
  email: Email,
  role: Omittable(RoleName),
  display_name: Type.Optional(Nullable(DisplayName)),
})
const personFields = { id: Id, display_name: Nullable(Type.String()) }
export const PersonOut = named('PersonOut', personFields)
/** Who did something, or null; see presentPerson. */
export const MaybePerson = Nullable(Type.Object(personFields))
export const PeopleQuery = Type.Object({
  q: Type.String({ default: '', maxLength: 200, description: 'Part of a name, or a whole email.' }),
  ids: Type.Optional(
    Type.String({ pattern: '^[0-9]{1,15}(,[0-9]{1,15}){0,199}$', description: 'Ids, to learn their names.' }),
  ),
})
export const UserUpdate = named('UserUpdate', { role: Omittable(RoleName), disabled: Omittable(Type.Boolean()) })
export const UserQuery = Type.Object({
  q: Type.String({ default: '', maxLength: 200, description: 'Part of an email, username or name.' }),
  ...pageFields,
})

const Ticket = Type.String({ secret: true, minLength: 1, maxLength: 100 })
const PasskeyAnswer = Type.Record(Type.String(), Type.Unknown(), {
  description: 'What `navigator.credentials` gave, as JSON (`PublicKeyCredential.toJSON()`).',
})
const PasskeyOptions = Type.Unsafe<object>({
  ...FreeForm,
  description: 'For `navigator.credentials`, as JSON (`PublicKeyCredential.parse…OptionsFromJSON()`).',
})
const factorProof = {
  totp: Omittable(Code),
  recovery_code: Omittable(Type.String({ secret: true, minLength: 1, maxLength: 60 })),
  passkey: Omittable(PasskeyAnswer),
}
export const StepUp = named(
  'StepUp',
  { password: Omittable(GivenPassword), code: Omittable(Code), ...factorProof, ticket: Omittable(Ticket) },
  {
    description:
      'One of them. An account with a second factor needs `totp`, `recovery_code`, or `passkey` with the `ticket` of its challenge.',
  },
)
export const Challenge = named('Challenge', { ticket: Type.String(), options: PasskeyOptions })
export const SecondFactorNeeded = named(
  'SecondFactorNeeded',
  {
    detail: Type.String(),
    second_factor: Type.Optional(
      Type.Object({
        ticket: Type.String({ description: 'For `POST /auth/second-factor`.' }),
        methods: Type.Array(closed(['passkey', 'totp', 'recovery'])),
        expires_in: Type.Integer({ description: 'Seconds.' }),
      }),
    ),
  },
  { description: 'The first step was right, and a second factor is needed' },
)
export const SecondFactor = named('SecondFactor', { ticket: Ticket, ...factorProof })
export const SecondFactorTicket = Type.Object({ ticket: Ticket })

const PasskeyOut = { id: Id, name: Type.String(), created_at: Timestamp, last_used_at: Nullable(Timestamp) }
const RecoveryCodes = Type.Array(Type.String(), { description: 'Shown this once; each works once.' })
export const FactorsOut = named('FactorsOut', {
  totp: Type.Boolean({ description: 'Whether an authenticator app is set up.' }),
  passkeys: Type.Array(Type.Object(PasskeyOut)),
  recovery_codes_left: Type.Integer(),
  required: Type.Boolean({ description: 'Whether the role must have a second factor.' }),
})
export const TotpOut = named('TotpOut', {
  key: Type.String({ description: 'To type into an app, in base32.' }),
  uri: Type.String({ description: 'What the QR code for apps holds.' }),
})
export const TotpConfirm = named('TotpConfirm', { code: Code })
export const FactorAdded = named(
  'FactorAdded',
  { recovery_codes: Nullable(RecoveryCodes) },
  { description: 'Recovery codes come with the first factor.' },
)
export const RecoveryCodesOut = named('RecoveryCodesOut', { recovery_codes: RecoveryCodes })
export const PasskeyAdd = named('PasskeyAdd', {
  ticket: Ticket,
  name: Type.String({ trim: true, minLength: 1, maxLength: 80 }),
  passkey: PasskeyAnswer,
})
export const PasskeyAdded = named('PasskeyAdded', { ...PasskeyOut, recovery_codes: Nullable(RecoveryCodes) })
export const StepUpOut = named('StepUpOut', { until: { ...Timestamp, description: 'When the proof ends.' } })
export const EndAll = named('EndAll', {
  tokens: Omittable(Type.Boolean({ description: 'Whether API tokens are revoked too.' })),
})
export const SessionOut = named('SessionOut', {
  id: Id,
  current: Type.Boolean({ description: 'Whether this request was made in it.' }),
  device: Type.String({ description: 'What the browser or program calls itself.' }),
  address: Type.String({ description: 'Where it was used last.' }),
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
})
export const SessionQuery = Type.Object({
  user_id: Type.Optional(Type.Integer({ description: "Another account's sessions (administrators)." })),
})

const apiTokenFields = {
  id: Id,
  name: Type.String(),
  prefix: Type.String({ description: 'How the token begins, to tell tokens apart.' }),
  role: RoleName,
  scopes: Type.Array(closed(SCOPES)),
  category_ids: Nullable(
    Type.Array(Id, {
      description: 'The categories that the token is bound to, with all below them; null: everywhere.',
    }),
  ),
  expires_at: Nullable(Timestamp),
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
}
export const ApiTokenOut = named('ApiTokenOut', apiTokenFields)
export const ApiTokenCreated = named('ApiTokenCreated', {
  ...apiTokenFields,
  token: Nullable(
    Type.String({ description: 'The token itself, shown this once; null when an Idempotency-Key is sent again.' }),
  ),
})
export const ApiTokenCreate = named('ApiTokenCreate', {
  name: Type.String({ trim: true, minLength: 1, maxLength: 80 }),
  expires_in_days: Omittable(Type.Integer({ minimum: 1, maximum: 365, description: '90 unless given.' })),
  role: Type.Optional(Nullable(RoleName)),
  scopes: Omittable(
    Type.Array(closed(SCOPES), {
      minItems: 1,
      maxItems: SCOPES.length,
      description: 'All that the role allows unless given. `metrics` reads `/metrics` and nothing else.',
    }),
  ),
  category_ids: Omittable(
    Type.Array(Type.Integer(), {
      minItems: 1,
      maxItems: 100,
      description:
        'Binds the token to these categories and all below them: everything else is 404. It may have the scopes `read` and `write`.',
    }),
  ),
})
export const ApiTokenQuery = Type.Object({
  user_id: Type.Optional(Type.Integer({ description: "Another account's tokens (administrators)." })),
})

export const AuditPage = named('AuditPage', {
  items: Type.Array(
    Type.Object({
      id: Id,
      at: Timestamp,
      actor: Type.String(),
      actor_id: Nullable(Id),
      action: closed(AUDIT_ACTIONS),
      target: Type.String(),
      detail: FreeForm,
      address: Nullable(Type.String({ description: 'From where it was done.' })),
    }),
  ),
  next_cursor: Nullable(Type.String()),
})
const auditSearch = {
  action: Type.Optional(closed(AUDIT_ACTIONS)),
  kind: Type.Optional(
    closed(AUDIT_KINDS, {
      description: 'What actions begin with: `document` finds all of `document.created`, `document.moved` and so on.',
    }),
  ),
  actor_id: Type.Optional(Type.Integer()),
  target: Type.Optional(Type.String({ maxLength: 120, description: 'Like `user:7` or `document:12`.' })),
  since: Type.Optional(Type.String({ maxLength: 40, description: 'Not before this time.' })),
  until: Type.Optional(Type.String({ maxLength: 40, description: 'Before this time.' })),
}
export const AuditSearch = Type.Object(auditSearch)
export const AuditQuery = Type.Object({
  ...auditSearch,
  cursor: Type.Optional(Type.String({ description: '`next_cursor` of the page before.' })),
  limit: Type.Integer({ default: 50, minimum: 1, maximum: 200 }),
})
