// The browser's side of passkeys. The library is loaded on first use.

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { Challenge } from 'galley-client/schema.ts'

type SignedChallenge = { passkey: Record<string, unknown>; ticket: string }

/** The person chooses a passkey to sign the challenge. */
export async function askPasskey({ ticket, options }: Challenge): Promise<SignedChallenge> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return { ticket, passkey: asRecord(await startAuthentication({ optionsJSON }).catch(inWords)) }
}

export async function makePasskey({ ticket, options }: Challenge): Promise<SignedChallenge> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return { ticket, passkey: asRecord(await startRegistration({ optionsJSON }).catch(inWords)) }
}

const asRecord = (answer: object): Record<string, unknown> => ({ ...answer })

/** Browsers give the same error for cancelling and for an unknown passkey. */
function inWords(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') throw new Error('This device is set up already.')
  if (name === 'NotAllowedError' || name === 'AbortError') throw new Error('No passkey was used. Try again.')
  throw new Error("This browser couldn't use a passkey here. Passkeys need https, or localhost.")
}
