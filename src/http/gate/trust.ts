// Where a request comes from: the client's address behind a trusted proxy, whether its network is trusted, whether the Host
// is ours, and whether another site's page made a browser send it.

import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP, isIPv4, Socket } from 'node:net'
import { endianness } from 'node:os'
import type { Config } from '#config.ts'
import { parseNetworks, unmapped } from '#networks.ts'

export type RequestOrigin = {
  address: string
  /** The requested name and port. */
  host: string
  hostAllowed: boolean
  /** The peer itself is trusted. Lazy, because it may cost a system call. */
  network: () => boolean
  crossSite: boolean
  /** The browser's Origin is one of GALLEY_CORS_ORIGINS. */
  listed: boolean
  https: boolean
}

const LOOPBACK = parseNetworks('loopback')!

type TrustConfig = Pick<Config, 'publicUrl' | 'allowedHosts' | 'trustedNetworks' | 'trustProxy' | 'corsOrigins'>

export function originReader(config: TrustConfig): (request: IncomingMessage) => RequestOrigin {
  const publicUrl = config.publicUrl === '' ? undefined : new URL(config.publicUrl)
  const publicHost = publicUrl?.hostname.toLowerCase()
  const allowed = new Set([...config.allowedHosts, ...(publicHost ? [publicHost] : [])])
  const listedOrigins = new Set(config.corsOrigins)
  const isTrusted = (address: string) => config.trustedNetworks.contains(address)
  const isProxy = (address: string) => config.trustProxy.contains(address)
  const hostOf = (host: string) => {
    const hostname = hostnameOf(host)
    const loopback = isLoopbackName(hostname)
    const isPublic = hostname === publicHost
    return { host, allowed: loopback || allowed.has(hostname), local: loopback || isPublic, isPublic }
  }
  // Caches one entry: most clients name the same Host, and a connection has one peer.
  let named = hostOf('')
  const peers = new WeakMap<object, { peer: string; proxied: boolean }>()
  const peerOf = (socket: IncomingMessage['socket']) => {
    const peer = unmapped(socket.remoteAddress ?? '')
    const remembered = { peer, proxied: isProxy(peer) }
    peers.set(socket, remembered)
    return remembered
  }

  return (request) => {
    const { headers, socket } = request
    const { peer, proxied } = peers.get(socket) ?? peerOf(socket)
    const address = (proxied ? clientBehind(config, headers['x-forwarded-for']) : undefined) ?? peer
    const forwardedProtocol = proxied ? last(headers['x-forwarded-proto']) : undefined
    const https = publicUrl?.protocol === 'https:' || forwardedProtocol === 'https'

    const host = (proxied && last(headers['x-forwarded-host'])) || headers.host || ''
    if (host !== named.host) named = hostOf(host)
    const { allowed: hostAllowed, local, isPublic } = named
    const isDirect = !proxied && !isForwarded(headers)
    const protocol = isPublic ? publicUrl!.protocol : forwardedProtocol ? `${forwardedProtocol}:` : isDirect && 'http:'

    return {
      address,
      host,
      hostAllowed,
      // Headers can be forged: a forwarded address counts for limits and the audit trail, never for trust.
      network: () => isDirect && local && isTrusted(peer) && isOwnMachine(socket, peer),
      crossSite: isCrossSite(headers, host, protocol || undefined),
      listed: headers.origin !== undefined && listedOrigins.has(headers.origin.toLowerCase()),
      https,
    }
  }
}

/** A loopback peer must run as the same user; an injected call has no connection and comes from this process. */
const isOwnMachine = (socket: IncomingMessage['socket'], peer: string): boolean =>
  !(socket instanceof Socket) || !LOOPBACK.contains(peer) || isOwnPeer(socket)

function isForwarded(headers: IncomingHttpHeaders): boolean {
  for (const name in headers) if (isSignOfProxy(name)) return true
  return false
}

/** Proxies send Via or Forwarded, or name the client: X-Real-IP, CF-Connecting-IP, X-Azure-ClientIP … */
const isSignOfProxy = (name: string): boolean =>
  name === 'via' || name.includes('forwarded') || name.endsWith('-ip') || name.endsWith('clientip')

/** Walks X-Forwarded-For from the right past our own proxies; everything to the left of them can be forged. */
function clientBehind(config: TrustConfig, header: string | string[] | undefined): string | undefined {
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((hop) => unmapped(withoutPort(hop.trim())))
    .filter(Boolean)
  const client = hops.findLast((hop) => !config.trustProxy.contains(hop)) ?? hops[0]
  return client !== undefined && isIP(client) !== 0 ? client : undefined
}

/** Some proxies add the port (`192.0.2.1:5001`, `[2001:db8::1]:5001`), which would make each connection another client. */
function withoutPort(hop: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1] ?? (/^[\d.]+:\d+$/.test(hop) ? hop.slice(0, hop.indexOf(':')) : hop)
}

/**
 * By Sec-Fetch-Site, else Origin, else Referer (old browsers); without any of them the client is no browser. Behind an
 * undeclared proxy the protocol is unknown, and either is accepted.
 */
function isCrossSite(headers: IncomingHttpHeaders, host: string, protocol: string | undefined): boolean {
  const { 'sec-fetch-site': site, origin, referer } = headers
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const from = origin ?? (referer || undefined)
  if (from === undefined) return false
  if (!URL.canParse(from)) return true
  const theirs = new URL(from)
  const ours = URL.parse(`${protocol ?? theirs.protocol}//${host}`)
  return ours === null || ours.origin === 'null' || ours.origin !== theirs.origin
}

function hostnameOf(host: string): string {
  const bracketed = /^\[([^\]]*)\](:\d+)?$/.exec(host)
  return (bracketed ? bracketed[1]! : host.replace(/:\d+$/, '')).toLowerCase()
}

/** Anything but a plain name could turn links built from it into links to another site. */
const LOCAL_NAME = /^(?:[a-z0-9-]+\.)*localhost$/

const isLoopbackName = (hostname: string): boolean => LOCAL_NAME.test(hostname) || LOOPBACK.contains(hostname)

function last(header: string | string[] | undefined): string | undefined {
  return (Array.isArray(header) ? header.at(-1) : header)?.split(',').at(-1)?.trim()
}

// Finds which local user owns the other end of a loopback connection, from /proc/net/tcp. A proxy runs as another user than
// the service, so its connections aren't mistaken for those of people on the machine. Cf. PostgreSQL's `peer` authentication.

/** Both families: an IPv6 socket may connect to an IPv4 address. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']
const ESTABLISHED = '01'

/** Cached per connection, whose ends never change. */
const ownedByUs = new WeakMap<Socket, boolean>()

/**
 * The connection belongs to the service's user; root counts only if the service runs as root. Only Linux has this table;
 * elsewhere the address decides.
 */
function isOwnPeer(socket: Socket): boolean {
  if (process.platform !== 'linux') return true
  const found = ownedByUs.get(socket)
  if (found !== undefined) return found
  const isOwn = findOwner(socket) === process.geteuid!()
  ownedByUs.set(socket, isOwn)
  return isOwn
}

/**
 * The user id at the peer's end. Only an established row with an inode counts: a closed socket's row shows user 0, so a peer
 * that hangs up would look like root.
 */
function findOwner({ remoteAddress, remotePort, localAddress, localPort }: Socket): number | undefined {
  if (!remoteAddress || !remotePort || !localAddress || !localPort) return undefined
  const ends = spellings(localAddress, localPort)
  const rows = spellings(remoteAddress, remotePort).flatMap((peer) =>
    ends.map((end) => `: ${peer} ${end} ${ESTABLISHED} `),
  )
  // A newer connection isn't in the cached tables yet.
  return ownerOf(rows, tables()) ?? ownerOf(rows, readTables())
}

function ownerOf(rows: string[], text: string): number | undefined {
  const at = rows.map((row) => text.indexOf(row)).find((found) => found >= 0)
  if (at === undefined) return undefined
  // sl, local, remote, state, queues, timer, retransmits, uid, timeout, inode
  const [, , , , , , , uid, , inode] = text
    .slice(at - 1, text.indexOf('\n', at))
    .trim()
    .split(/\s+/)
  return inode === '0' ? undefined : Number(uid)
}

let lastRead: string | undefined

/** Read once per turn of the event loop for all connections: with many clients they are long. */
function tables(): string {
  if (lastRead !== undefined) return lastRead
  setImmediate(() => {
    lastRead = undefined
  })
  return readTables()
}

function readTables(): string {
  lastRead = TABLES.map(read).join('\n')
  return lastRead
}

function read(table: string): string {
  try {
    return readFileSync(table, 'latin1')
  } catch {
    return ''
  }
}

/** An address and port as in the tables; an IPv4 address may also be in the IPv6 table. */
function spellings(address: string, port: number): string[] {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const plain = unmapped(address)
  if (!isIPv4(plain)) return [words(sixteenBytes(plain)) + end]
  const four = plain.split('.').map(Number)
  return [words(four) + end, words([...Array<number>(10).fill(0), 255, 255, ...four]) + end]
}

function sixteenBytes(address: string): number[] {
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))
  const [left, right] = [groups(head), groups(tail ?? '')]
  const all = [...left, ...Array<number>(Math.max(0, 8 - left.length - right.length)).fill(0), ...right]
  return all.flatMap((group) => [group >> 8, group & 255])
}

/** The kernel prints addresses as 32-bit numbers in native byte order. */
function words(bytes: number[]): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 4) {
    const word = bytes.slice(at, at + 4)
    if (endianness() === 'LE') word.reverse()
    text += Buffer.from(word).toString('hex').toUpperCase()
  }
  return text
}
