// Kinds of settings: parsing and error texts.

import { parseNetworks } from '#networks.ts'

type Setting<T> = {
  env: string
  fallback: string
  help: string
  secret: boolean
  /** Completes "GALLEY_PORT must be …". */
  wanted: string
  /** Undefined if the value is invalid. */
  read: (text: string) => T | undefined
}

const setting = <T>(
  env: string,
  fallback: string,
  help: string,
  wanted: string,
  read: Setting<T>['read'],
): Setting<T> => ({ env, fallback, help, secret: false, wanted, read })

export const text = (env: string, fallback: string, help: string) =>
  setting(env, fallback, help, 'text', (value) => value)

export const secret = (env: string, help: string, shortest = 0): Setting<string> => ({
  ...setting(env, '', help, `empty or at least ${shortest} bytes long`, (value) =>
    value === '' || Buffer.byteLength(value) >= shortest ? value : undefined,
  ),
  secret: true,
})

export const whole = (env: string, fallback: number, from: number, to: number, help: string) =>
  setting(env, String(fallback), help, `a whole number from ${from} to ${to}`, (value) =>
    /^\d{1,15}$/.test(value) && Number(value) >= from && Number(value) <= to ? Number(value) : undefined,
  )

/** A decimal number, such as 2.50. */
export const price = (env: string, help: string) =>
  setting(env, '0', help, 'a number such as 2.50', (value) =>
    /^\d{1,6}(\.\d{1,6})?$/.test(value) ? Number(value) : undefined,
  )

export const oneOf = <const T extends string>(env: string, choices: readonly T[], fallback: T, help: string) => {
  const description = `${help} Values: ${choices.filter((choice) => choice !== '').join(', ')}.`
  const wanted = `one of ${choices.map((choice) => choice || '(empty)').join(', ')}`
  return setting(env, fallback, description, wanted, (value) => choices.find((choice) => choice === value))
}

/** Comma-separated choices. */
export const someOf = <const T extends string>(env: string, choices: readonly T[], fallback: string, help: string) => {
  const read = (value: string): T[] | undefined => {
    const given = value.split(',').map((word) => word.trim())
    const found = choices.filter((choice) => given.includes(choice))
    return value === '' || found.length === given.length ? found : undefined
  }
  const list = choices.join(', ')
  return setting(env, fallback, `${help} Any of: ${list}.`, `empty or some of ${list}, separated by commas`, read)
}

export const url = (env: string, schemes: string[], help: string, hidden = false): Setting<string> => {
  const wanted = `empty or an address that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`
  const read = (value: string) =>
    value === '' || (URL.canParse(value) && schemes.includes(new URL(value).protocol))
      ? value.replace(/\/+$/, '')
      : undefined
  return { ...setting(env, '', help, wanted, read), secret: hidden }
}

const NETWORKS = 'addresses and networks (of at least 8 bits, IPv6 7) separated by commas, loopback, or none'
export const networks = (env: string, fallback: string, help: string) =>
  setting(env, fallback, help, NETWORKS, parseNetworks)

export const words = (env: string, fallback: string, help: string) =>
  setting(env, fallback, help, 'words separated by commas', (value) =>
    value
      .split(',')
      .map((word) => word.trim().toLowerCase())
      .filter(Boolean),
  )
