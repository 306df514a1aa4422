// Passwords: which are allowed, how they are kept (argon2id, OWASP's parameters), and how many are worked on at once.
// Hashing runs off the event loop; one core is left to everyone else, and those who come when the queue is full are sent away.

import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { invalidValue, MASK, unavailable } from '#errors.ts'

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))
const LONGEST_QUEUE = 50

/** NOBODYS_HASH has the same parameters as every other and no known password: unknown accounts cost the same work. */
export const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$cJwWl+Z6SWyZh8HYHeKUCg$OeC/cvAiMJolIxCWMpWRUVWzAtVFkJEeH+Bu2oww6Ug'

let running = 0
const queue: (() => void)[] = []

/** assertHashingFree lets a request fail before it has left traces, when its password could not be looked at anyway. */
export function assertHashingFree(): void {
  if (queue.length >= LONGEST_QUEUE) throw unavailable('Too many sign-ins right now', 2)
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    assertHashingFree()
    await new Promise<void>((resolve) => queue.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    // The slot is handed on rather than freed, so that nobody overtakes the queue.
    const next = queue.shift()
    if (next) next()
    else running--
  }
}

/** normalized makes what one keyboard composes and another decomposes the same password. */
const normalized = (password: string): string => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(normalized(password), PARAMETERS))

export const verifyPassword = (stored: string, password: string): Promise<boolean> =>
  inTurn(() => verify(stored, normalized(password)))

let commonest: Set<string> | undefined

/** assertAllowed refuses what is guessed first: the commonest passwords and the account's own names. */
export function assertAllowed(password: string, names: (string | null | undefined)[], field = 'password'): void {
  commonest ??= new Set(readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n'))
  const plain = normalized(password).toLowerCase()
  const own = names.flatMap((name) => (name ? [name.toLowerCase(), name.toLowerCase().split('@')[0]] : []))
  if (commonest.has(plain)) throw invalidValue(['body', field], 'this password is among the commonest ones', MASK)
  if (own.includes(plain)) throw invalidValue(['body', field], 'the password is a name of the account', MASK)
}
