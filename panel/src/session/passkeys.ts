// The browser's side of passkeys. The library comes with the first use of one.

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { Challenge } from 'galley-client/schema.ts'

type SignedChallenge = { passkey: Record<string, unknown>; ticket: string }

/** askPasskey lets the person choose a passkey and sign the challenge with it. */
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

/** inWords: browsers give the same error for a person who changed their mind and for a device that knows no such passkey. */
function inWords(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') throw new Error('This device is set up already.')
  if (name === 'NotAllowedError' || name === 'AbortError') throw new Error('No passkey was used. Try again.')
  throw new Error("This browser couldn't use a passkey here. Passkeys need https, or localhost.")
}
