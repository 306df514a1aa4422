// Recovery codes, for people who have lost their phone or key. Each works once. Stored as plain SHA-256, which is enough for
// 80 random bits.

import { randomBytes } from 'node:crypto'
import { hashOf } from '../sessions/caller.ts'
import { toBase32 } from './totp.ts'

const HOW_MANY = 10

/** Like `abcd-efgh-ijkl-mnop`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: HOW_MANY }, () => toBase32(randomBytes(10)).toLowerCase().match(/.{4}/g)!.join('-'))

/** Accepts spaces, capitals and missing dashes. */
export const recoveryHash = (code: string): string => hashOf(code.toLowerCase().replace(/[^a-z2-7]/g, ''))
