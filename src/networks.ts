// Parses address lists in settings: `loopback`, addresses and CIDR networks, comma-separated. Also says what counts as one
// address for rate limits.

import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

export type Networks = { contains: (address: string) => boolean }

/** Wider networks contain strangers, so they are a mistake. */
const NARROWEST_BITS = { ipv4: 8, ipv6: 7 }

/** Undefined if a word is no address or network, or too wide a one. */
export function parseNetworks(text: string): Networks | undefined {
  const list = new BlockList()
  for (const word of text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    if (word === 'none') continue
    if (word === 'loopback') {
      list.addSubnet('127.0.0.0', 8, 'ipv4')
      list.addAddress('::1', 'ipv6')
      continue
    }
    const [address = '', bits] = word.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (!isIP(address)) return undefined
    if (bits === undefined) list.addAddress(address, family)
    else if (!/^\d{1,3}$/.test(bits) || Number(bits) > (family === 'ipv4' ? 32 : 128)) return undefined
    else if (Number(bits) < NARROWEST_BITS[family]) return undefined
    else list.addSubnet(address, Number(bits), family)
  }
  const contains = (address: string) => {
    const plain = unmapped(address)
    return isIP(plain) !== 0 && list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
  }
  return { contains }
}

/** Converts an IPv4-mapped IPv6 address (`::ffff:127.0.0.1`) to IPv4. */
export function unmapped(address: string): string {
  return address.startsWith('::ffff:') && isIPv4(address.slice(7)) ? address.slice(7) : address
}

/** The address's network: 24 bits of IPv4, 64 of IPv6. */
export const networkKey = (address: string): string =>
  isIPv4(address) ? address.slice(0, address.lastIndexOf('.')) : addressKey(address)

/** An IPv6 /64 counts as one address: its owner has all of them. */
export function addressKey(address: string): string {
  // Called for every request: most addresses have no colon.
  if (!address.includes(':') || !isIPv6(address)) return address
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array<string>(missing).fill('0'), ...right]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')
}
