// Recovery codes: for who has lost the phone or the key. Each works once and is known to the database only as SHA-256; 80 random
// bits are enough for that.

import { randomBytes } from 'node:crypto'
import { hashOf } from '../sessions/caller.ts'
import { toBase32 } from './totp.ts'

const HOW_MANY = 10

/** newRecoveryCodes are like `abcd-efgh-ijkl-mnop`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: HOW_MANY }, () => toBase32(randomBytes(10)).toLowerCase().match(/.{4}/g)!.join('-'))

/** recoveryHash takes a code as people type it: with spaces, in capitals, without dashes. */
export const recoveryHash = (code: string): string => hashOf(code.toLowerCase().replace(/[^a-z2-7]/g, ''))
