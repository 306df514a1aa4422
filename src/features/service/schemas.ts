// What the service endpoints say about themselves.

import { Type } from 'typebox'
import { Timestamp } from '../../http/atoms.ts'

export const TimeOut = Type.Object({ utc: Timestamp, unix_ms: Type.Integer(), timezone: Type.Literal('UTC') })
export const WelcomeOut = Type.Record(Type.String(), Type.String())
export const HealthOut = Type.Object({ status: Type.Literal('ok') })
export const ReadyOut = Type.Object({ status: Type.Literal('ready'), database: Type.String(), version: Type.String() })
