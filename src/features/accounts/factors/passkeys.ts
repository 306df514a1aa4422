// Passkeys (WebAuthn): creating challenges and verifying responses. The library is loaded with the first passkey, because
// most requests never need it.

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { UserRow } from '../user-store.ts'
import type { PasskeyRow } from './factor-store.ts'

/** A passkey works only on the origin it was made for. */
export type Site = { origin: string }
type NewPasskey = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports'>

/** Ed25519, ES256 and RS256, which devices use. The library would try others too, with runtime warnings. */
const ALGORITHMS = [-8, -7, -257]

const library = () => import('@simplewebauthn/server')
const hostOf = ({ origin }: Site): string => new URL(origin).hostname
const describe = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id,
  transports: JSON.parse(transports) as string[],
})

export async function optionsToEnrol(
  site: Site & { name: string },
  { id, email, display_name }: UserRow,
  passkeys: PasskeyRow[],
) {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: site.name,
    rpID: hostOf(site),
    userID: new TextEncoder().encode(`galley-${id}`),
    userName: email,
    userDisplayName: display_name ?? email,
    excludeCredentials: passkeys.map(describe),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
}

export async function optionsToProve(site: Site, passkeys: PasskeyRow[]) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: hostOf(site),
    allowCredentials: passkeys.map(describe),
    userVerification: 'preferred',
  })
}

/** Undefined if the response isn't genuine, for whatever reason. */
export async function readNewPasskey(
  site: Site,
  expectedChallenge: string,
  response: unknown,
): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await library()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: hostOf(site),
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return undefined
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    const public_key = Buffer.from(publicKey).toString('base64url')
    return { credential_id: id, public_key, counter, transports: JSON.stringify(transports) }
  } catch {
    return undefined
  }
}

/** The passkey that signed the challenge, and its new counter. */
export async function readAssertion(
  site: Site,
  expectedChallenge: string,
  passkeys: PasskeyRow[],
  response: unknown,
): Promise<{ passkey: PasskeyRow; counter: number } | undefined> {
  const given = response as AuthenticationResponseJSON
  const passkey = passkeys.find(({ credential_id }) => credential_id === given.id)
  if (!passkey) return undefined
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: given,
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: hostOf(site),
      requireUserVerification: false,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
    })
    return verified ? { passkey, counter: authenticationInfo.newCounter } : undefined
  } catch {
    return undefined
  }
}
