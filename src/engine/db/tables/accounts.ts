// The tables of accounts: people, how they sign in, and what was done. Written by features/accounts alone.

import type { Generated } from 'kysely'
import type { AddressProof, Factor, Flag, Role } from '../vocabulary.ts'

export type AccountTables = {
  users: {
    id: Generated<number>
    email: string
    username: string | null
    display_name: string | null
    /** name_key is the display name as it is searched, '' where there is none. */
    name_key: Generated<string>
    role: Role
    password_hash: string | null
    email_verified: Generated<Flag>
    /** proven_by is null while nobody has proven the address: then the account is no member and its role is reader. */
    proven_by: AddressProof | null
    disabled: Generated<Flag>
    /** second_factor: whether the account has a passkey or a confirmed secret (factor-store.ts keeps it in step). */
    second_factor: Generated<Flag>
    /** link_epoch is what preview links of the account must carry; a reset or a demotion raises it, and so ends them. */
    link_epoch: Generated<number>
    created_at: number
    updated_at: number
    last_login_at: number | null
    /** codes_held_at is when a code was last not mailed, because too many had been asked for. */
    codes_held_at: Generated<number | null>
    /** deleted_at is when the person left: the row keeps the id and nothing else of them. */
    deleted_at: number | null
  }
  /** What a directory that provisions through SCIM says of a person; user_name_key is its name in lower case. */
  scim_users: {
    user_id: number
    user_name: string
    user_name_key: string
    external_id: string | null
    given_name: string | null
    family_name: string | null
  }
  /** A session is one sign-in; its tokens follow one another by refresh, and only the newest is current. */
  sessions: {
    id: Generated<number>
    user_id: number
    created_at: number
    refreshable_until: number
    ended_at: number | null
    /** proved_at is when someone last proved to be the owner: by signing in, or by POST /auth/step-up. */
    proved_at: Generated<number>
    last_used_at: number | null
    device: Generated<string>
    address: Generated<string>
    /** factor is what came second when the session was opened, or `provider` where somebody else vouches for the person. */
    factor: Factor | 'provider' | null
    /** issuer and provider_sid are the identity provider that vouched, and its own name for the session. */
    issuer: string | null
    provider_sid: string | null
  }
  session_tokens: {
    hash: string
    session_id: number
    issued_at: number
    expires_at: number
    retired_at: number | null
  }
  api_tokens: {
    id: Generated<number>
    hash: string
    user_id: number
    name: string
    prefix: string
    role: Role
    created_at: number
    expires_at: number | null
    last_used_at: number | null
    /** scopes and category_ids are JSON lists; null is everything that the role allows, and everywhere. */
    scopes: string | null
    category_ids: string | null
  }
  codes: {
    identifier: string
    asker: string
    code_hmac: string
    attempts: Generated<number>
    sent_at: number
    expires_at: number
  }
  /** A secret counts once a code of it was shown. last_step is the time step of the newest code that was taken: none is taken twice. */
  totp_secrets: { user_id: number; secret: string; confirmed_at: number | null; last_step: Generated<number> }
  recovery_codes: { user_id: number; hash: string }
  passkeys: {
    id: Generated<number>
    user_id: number
    credential_id: string
    public_key: string
    counter: number
    transports: string
    name: string
    created_at: number
    last_used_at: number | null
  }
  /** A ticket is a step that was done and waits for the next one, on whichever node that arrives. */
  tickets: {
    hash: string
    user_id: number
    purpose: 'sign-in' | 'step-up' | 'enrol'
    /** method is how the sign-in began; password_hash is the new password that waits for the second factor. */
    method: string
    password_hash: string | null
    challenge: string | null
    attempts: Generated<number>
    expires_at: number
  }
  identities: {
    id: Generated<number>
    user_id: number
    issuer: string
    subject: string
    created_at: number
    last_used_at: number | null
  }
  /** name_key is the name as it is compared; external_id is what a directory calls the group. */
  groups: {
    id: Generated<number>
    name: string
    name_key: string
    external_id: string | null
    created_at: number
    updated_at: number
  }
  /** source is who put the person there: hand, scim, or oidc: and the id of a provider. */
  group_members: { user_id: number; group_id: number; source: string }
  known_browsers: { user_id: number; hash: string; last_used_at: number }
  /** The primary key is the lock: the id of a bridge token can be inserted once, so it works once. */
  sso_uses: { jti: string; expires_at: number }
  throttles: { id: Generated<number>; scope: string; key: string; at: number }
  audit: {
    id: Generated<number>
    at: number
    actor_id: number | null
    actor: string
    action: string
    target: string
    detail: Generated<string>
    address: string | null
    /** sent_at is when the entry was sent to the sink outside. */
    sent_at: number | null
  }
  secrets: { name: string; value: string }
  /** A setting that a database keeps, because its default depends on how old that is. */
  settings: { name: string; value: string }
}
