// galley sso-token: signs a bridge token as the main backend would, and prints the address for it, for trying the bridge.

import { randomUUID } from 'node:crypto'
import { readConfig } from '#config.ts'
import { findEmailFault } from '#email.ts'
import { StartError } from '#errors.ts'
import { signBridgeToken } from '#features/accounts/providers/sso.ts'
import { roleNamed } from './roles.ts'

type SsoTokenOptions = { name?: string; role?: string; next?: string }

export async function ssoTokenCommand(email: string, options: SsoTokenOptions): Promise<void> {
  const config = readConfig()
  if (config.ssoSecret === '') throw new StartError('GALLEY_SSO_SECRET is not set; single sign-on is off without it.')
  const fault = findEmailFault(email)
  if (fault) throw new StartError(fault)
  const role = options.role === undefined ? undefined : roleNamed(options.role)

  const claims = { email, jti: randomUUID(), name: options.name, role }
  const token = await signBridgeToken(config.ssoSecret, claims, Date.now())
  const query = new URLSearchParams({ token, ...(options.next && { next: options.next }) })
  const site = config.publicUrl || `http://localhost:${config.port}`
  process.stdout.write(`${token}\n`)
  process.stderr.write(`Works once, within 5 minutes:\n${site}/api/auth/sso-callback?${query}\n`)
}
