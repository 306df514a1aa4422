// Password rules and hashing (argon2id with OWASP's parameters), off the event loop. One core stays free; when the queue is
// full, requests are refused.

import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { invalidValue, MASK, unavailable } from '#errors.ts'

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))
const LONGEST_QUEUE = 50

/** For unknown accounts, so that they cost the same work: the usual parameters, and no known password. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$cJwWl+Z6SWyZh8HYHeKUCg$OeC/cvAiMJolIxCWMpWRUVWzAtVFkJEeH+Bu2oww6Ug'

let running = 0
const queue: (() => void)[] = []

/** Lets a request fail early if its password couldn't be hashed anyway. */
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
    // The slot is handed to the next in the queue instead of being freed, so that nobody overtakes.
    const next = queue.shift()
    if (next) next()
    else running--
  }
}

/** Keyboards may compose or decompose the same characters. */
const normalized = (password: string): string => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(normalized(password), PARAMETERS))

export const verifyPassword = (stored: string, password: string): Promise<boolean> =>
  inTurn(() => verify(stored, normalized(password)))

let commonest: Set<string> | undefined

/** Refuses the commonest passwords and the account's own names. */
export function assertAllowed(password: string, names: (string | null | undefined)[], field = 'password'): void {
  commonest ??= new Set(readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n'))
  const plain = normalized(password).toLowerCase()
  const own = names.flatMap((name) => (name ? [name.toLowerCase(), name.toLowerCase().split('@')[0]] : []))
  if (commonest.has(plain)) throw invalidValue(['body', field], 'this password is among the commonest ones', MASK)
  if (own.includes(plain)) throw invalidValue(['body', field], 'the password is a name of the account', MASK)
}
