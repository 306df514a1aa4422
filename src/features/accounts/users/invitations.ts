// Invitations: an administrator creates an account without a password, and a mail links to the sign-in by code. So an
// invitation contains no secret, never expires and can be sent again.

import type { Person } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import type { Role } from '#engine/db/vocabulary.ts'
import { conflict, notFound } from '#errors.ts'
import { readBrand } from '#features/brand/brand.ts'
import { canonicalName, changingAccounts, getUser, makeAccount } from '../accounts.ts'
import { recordAudit } from '../audit/audit.ts'
import { revokeAccess } from '../guard/reset.ts'
import { countAttempt, forgetCodes, INVITATIONS_BY_PERSON, INVITATIONS_TO_TARGET } from '../guard/throttles.ts'
import { mailVoice } from '../mail-voice.ts'
import { invitationMail } from '../mails.ts'
import { presentUser } from '../present.ts'
import type { MailOutcome } from '../schemas.ts'
import { findUserById, findUserByIdentifier, type UserRow, updateUser } from '../user-store.ts'

type InvitationDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'mail' | 'log'>

type Invitation = { user: UserRow; mail: MailOutcome; link: string }

export const presentInvitation = ({ user, mail, link }: Invitation) => ({ ...presentUser(user), mail, link })

type InvitedPerson = { email: string; role?: Role; display_name?: string | null }

/** Creates the account first: if the mail fails, the person can be invited again. */
export async function invite(
  deps: InvitationDeps,
  actor: Person,
  given: InvitedPerson,
  base: string,
): Promise<Invitation> {
  const email = canonicalName(given.email)
  const user = await changingAccounts(deps, async (tx) => {
    await countInvitation(deps, tx, actor, email)
    return takeInvited(deps, tx, actor, { ...given, email })
  })
  return mailInvitation(deps, actor, user, base)
}

/** Creates the account, or hands over one whose address nobody has proven. Takes a canonical email; sends nothing. */
export async function takeInvited(
  deps: Pick<Deps, 'config' | 'db' | 'clock'>,
  tx: Tx,
  actor: Person,
  { email, display_name, role = deps.config.defaultRole }: InvitedPerson,
): Promise<UserRow> {
  const squatted = await findUserByIdentifier(tx, email)
  if (squatted?.proven_by === null) return evict(deps, tx, actor, squatted, { display_name, role })
  const account = { email, display_name, role, by: actor, proven_by: 'invitation' } as const
  return makeAccount(deps, tx, account, 'invitation', { trusted: false }, deps.clock.now())
}

export async function inviteAgain(deps: InvitationDeps, actor: Person, id: number, base: string): Promise<Invitation> {
  const user = await deps.db.inTransaction(async (tx) => {
    const found = await findUserById(tx, id)
    if (!found || found.deleted_at !== null) throw notFound('User')
    if (found.disabled === 1) throw conflict(`User ${id} is disabled; enable the account first`)
    await countInvitation(deps, tx, actor, found.email)
    // The link leads to a code, which has to be mailed whoever requested others before.
    await forgetCodes(tx, found)
    if (found.proven_by === null) return evict(deps, tx, actor, found, {})
    await recordAudit(tx, actor, 'user.invited', `user:${id}`, { email: found.email }, deps.clock.now())
    return (await updateUser(tx, id, { codes_held_at: null }))!
  })
  return mailInvitation(deps, actor, user, base)
}

/**
 * Hands an account with an unproven address over to its owner: what the previous person set or was granted (password, names,
 * sessions, API tokens) is removed. Only the id stays.
 */
async function evict(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  tx: Tx,
  actor: Person,
  { id, email }: UserRow,
  { display_name = null, role = config.defaultRole }: Pick<InvitedPerson, 'display_name' | 'role'>,
): Promise<UserRow> {
  const now = clock.now()
  await revokeAccess(tx, id, now)
  const names = { username: null, display_name, password_hash: null, last_login_at: null, codes_held_at: null }
  const user = await updateUser(tx, id, { ...names, role, disabled: 0, proven_by: 'invitation', updated_at: now })
  await recordAudit(tx, actor, 'user.invited', `user:${id}`, { email, role, evicted: true }, now)
  return user!
}

async function countInvitation(deps: InvitationDeps, tx: Tx, { userId }: Person, email: string) {
  await countAttempt(deps, tx, INVITATIONS_BY_PERSON, String(userId))
  await countAttempt(deps, tx, INVITATIONS_TO_TARGET, email)
}

async function mailInvitation(deps: InvitationDeps, actor: Person, user: UserRow, base: string): Promise<Invitation> {
  const { config, mail, log } = deps
  const link = `${base}/panel/?email=${encodeURIComponent(user.email)}`
  const { display_name, email } = await getUser(deps, actor.userId)
  const inviter = display_name === null ? email : `${display_name} (${email})`
  try {
    const withCode = config.signIn === 'all'
    const invitation = { to: user.email, inviterName: inviter, link, withCode }
    await mail.deliver(invitationMail(mailVoice(config.siteLang), await readBrand(deps), invitation))
    return { user, link, mail: config.smtpUrl === '' ? 'outbox' : 'sent' }
  } catch (error) {
    log.error({ err: error }, 'an invitation could not be sent')
    return { user, link, mail: 'failed' }
  }
}
