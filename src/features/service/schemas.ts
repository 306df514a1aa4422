// Schemas of the service endpoints.

import { Type } from 'typebox'
import { closed, named, Timestamp } from '#http/atoms.ts'

export const TimeOut = Type.Object({ utc: Timestamp, unix_ms: Type.Integer(), timezone: Type.Literal('UTC') })
export const WelcomeOut = Type.Record(Type.String(), Type.String())
export const HealthOut = Type.Object({ status: Type.Literal('ok') })
export const ReadyOut = Type.Object({ status: Type.Literal('ready'), database: Type.String(), version: Type.String() })

export const SetupOut = named('SetupOut', {
  first_run: Type.Boolean({
    description: 'There is no administrator yet, and the first account created from here becomes one.',
  }),
  registration: closed(['open', 'domains', 'invite', 'closed'] as const),
  providers: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
    description: 'Identity providers; `/api/auth/oidc/{id}/start` leads to one.',
  }),
  sign_in: closed(['all', 'provider'] as const, {
    description: '`provider`: only through an identity provider or the bridge, except for break-glass accounts.',
  }),
  trash_days: Type.Integer({ minimum: 0, description: 'For how long deleted documents can be restored.' }),
  version: Type.String(),
})
export const CheckOut = named('CheckOut', {
  name: Type.String(),
  ok: Type.Boolean(),
  text: Type.String({ description: 'What was found, or what to do.' }),
})
export const SettingOut = named('SettingOut', {
  name: Type.String(),
  value: Type.String({ description: 'Secrets are masked.' }),
  origin: closed(['default', 'environment'] as const),
  help: Type.String(),
})
