// Authenticator codes (RFC 6238): six digits of an HMAC over the secret and the half minute. Pure.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { SECOND } from '#time.ts'

const STEP_MS = 30 * SECOND
const DIGITS = 6
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** Phone clocks differ, so the previous and next codes are accepted too. */
const NEIGHBOURS = [0, -1, 1]

/** The secret as apps expect it (RFC 4648, no padding). */
export function toBase32(bytes: Uint8Array): string {
  let [text, bits, value] = ['', 0, 0]
  for (const byte of bytes) {
    value = (value << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(value >>> (bits - 5)) & 31]
    value &= (1 << bits) - 1
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = []
  let [bits, value] = [0, 0]
  for (const letter of text) {
    value = ((value << 5) | ALPHABET.indexOf(letter)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >>> bits) & 0xff)
  }
  return Buffer.from(bytes)
}

export const newSecret = (): string => toBase32(randomBytes(20))

export function totpAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const from = digest[digest.length - 1]! & 0xf
  const number = (digest.readUInt32BE(from) & 0x7fffffff) % 10 ** DIGITS
  return String(number).padStart(DIGITS, '0')
}

export const stepAt = (now: number): number => Math.floor(now / STEP_MS)

/** The time step of a code; undefined for a wrong one. Compares all candidates in constant time. */
export function findStep(secret: string, code: string, now: number): number | undefined {
  const current = stepAt(now)
  let found: number | undefined
  for (const by of NEIGHBOURS) {
    const isIt = timingSafeEqual(Buffer.from(totpAt(secret, current + by)), Buffer.from(code))
    if (isIt && found === undefined) found = current + by
  }
  return found
}

/** The content of the QR code. */
export const totpUri = (site: string, account: string, secret: string): string =>
  `otpauth://totp/${encodeURIComponent(`${site}:${account}`)}?${new URLSearchParams({ secret, issuer: site })}`
