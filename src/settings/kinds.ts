// The kinds of settings: how each is read from a text, and what is said of one that will not do.

import { parseNetworks } from '#networks.ts'

type Setting<T> = {
  env: string
  fallback: string
  help: string
  secret: boolean
  /** wanted completes the sentence "GALLEY_PORT must be …". */
  wanted: string
  /** read returns undefined for a value that will not do. */
  read: (text: string) => T | undefined
}

export const text = (env: string, fallback: string, help: string): Setting<string> => ({
  env,
  fallback,
  help,
  secret: false,
  wanted: 'text',
  read: (value) => value,
})
export const secret = (env: string, help: string, shortest = 0): Setting<string> => ({
  env,
  fallback: '',
  help,
  secret: true,
  wanted: `empty or at least ${shortest} bytes long`,
  read: (value) => (value === '' || Buffer.byteLength(value) >= shortest ? value : undefined),
})
export const whole = (env: string, fallback: number, from: number, to: number, help: string): Setting<number> => ({
  env,
  fallback: String(fallback),
  help,
  secret: false,
  wanted: `a whole number from ${from} to ${to}`,
  read: (value) =>
    /^\d{1,15}$/.test(value) && Number(value) >= from && Number(value) <= to ? Number(value) : undefined,
})
/** price is a decimal number, such as 2.50. */
export const price = (env: string, help: string): Setting<number> => ({
  env,
  fallback: '0',
  help,
  secret: false,
  wanted: 'a number such as 2.50',
  read: (value) => (/^\d{1,6}(\.\d{1,6})?$/.test(value) ? Number(value) : undefined),
})

export const oneOf = <const T extends string>(
  env: string,
  choices: readonly T[],
  fallback: T,
  help: string,
): Setting<T> => ({
  env,
  fallback,
  help: `${help} Values: ${choices.filter((choice) => choice !== '').join(', ')}.`,
  secret: false,
  wanted: `one of ${choices.map((choice) => choice || '(empty)').join(', ')}`,
  read: (value) => choices.find((choice) => choice === value),
})
export const url = (env: string, schemes: string[], help: string, hidden = false): Setting<string> => ({
  env,
  fallback: '',
  help,
  secret: hidden,
  wanted: `empty or an address that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
  read: (value) =>
    value === '' || (URL.canParse(value) && schemes.includes(new URL(value).protocol))
      ? value.replace(/\/+$/, '')
      : undefined,
})
export const networks = (env: string, fallback: string, help: string) => ({
  env,
  fallback,
  help,
  secret: false,
  wanted: 'addresses and networks (of at least 8 bits, IPv6 7) separated by commas, loopback, or none',
  read: parseNetworks,
})
export const words = (env: string, fallback: string, help: string): Setting<string[]> => ({
  env,
  fallback,
  help,
  secret: false,
  wanted: 'words separated by commas',
  read: (value) =>
    value
      .split(',')
      .map((word) => word.trim().toLowerCase())
      .filter(Boolean),
})
