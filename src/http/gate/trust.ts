// Where a request comes from: the client's address behind a believed proxy, whether its network is trusted,
// whether its Host is ours, and whether a browser says that another site made the call.

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP, Socket } from 'node:net'
import type { Config } from '#config.ts'
import { parseNetworks, unmapped } from '#networks.ts'
import { isOwnPeer } from './peer-owner.ts'

export type RequestOrigin = {
  address: string
  /** host is the name and port that the client asked for. */
  host: string
  hostAllowed: boolean
  /** network is true when the peer itself is trusted, whatever a browser says. Found out only where it matters. */
  network: () => boolean
  crossSite: boolean
  /** listed: the web origin that a browser names is one of GALLEY_CORS_ORIGINS. */
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
  // Most clients name the same Host, and a connection has one peer: both are looked at once.
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
      // What a header says is hearsay here: a forwarded address counts for limits and the audit trail, never for trust.
      network: () => isDirect && local && isTrusted(peer) && isOwnMachine(socket, peer),
      crossSite: isCrossSite(headers, host, protocol || undefined),
      listed: headers.origin !== undefined && listedOrigins.has(headers.origin.toLowerCase()),
      https,
    }
  }
}

/** A loopback peer is one of us only if it runs as the same user; a call without a connection is made in this process. */
const isOwnMachine = (socket: IncomingMessage['socket'], peer: string): boolean =>
  !(socket instanceof Socket) || !LOOPBACK.contains(peer) || isOwnPeer(socket)

function isForwarded(headers: IncomingHttpHeaders): boolean {
  for (const name in headers) if (isSignOfProxy(name)) return true
  return false
}

/** A proxy says so in Via or a Forwarded header, or names the client: X-Real-IP, CF-Connecting-IP, X-Azure-ClientIP and so on. */
const isSignOfProxy = (name: string): boolean =>
  name === 'via' || name.includes('forwarded') || name.endsWith('-ip') || name.endsWith('clientip')

/** clientBehind walks X-Forwarded-For from its right end past our own proxies: what is to the left of them is hearsay. */
function clientBehind(config: TrustConfig, header: string | string[] | undefined): string | undefined {
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((hop) => unmapped(withoutPort(hop.trim())))
    .filter(Boolean)
  const client = hops.findLast((hop) => !config.trustProxy.contains(hop)) ?? hops[0]
  return client !== undefined && isIP(client) !== 0 ? client : undefined
}

/** Some proxies name the port too, `192.0.2.1:5001` or `[2001:db8::1]:5001`: each connection would be another client. */
function withoutPort(hop: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1] ?? (/^[\d.]+:\d+$/.test(hop) ? hop.slice(0, hop.indexOf(':')) : hop)
}

/**
 * isCrossSite believes Sec-Fetch-Site first, Origin where it is missing, and Referer where an old browser sends neither; none of
 * them means that no browser asks. The protocol is unknown behind a proxy that nobody named: then either counts.
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

/** Anything but a plain name would turn a link that is made with it into one to somewhere else. */
const LOCAL_NAME = /^(?:[a-z0-9-]+\.)*localhost$/

const isLoopbackName = (hostname: string): boolean => LOCAL_NAME.test(hostname) || LOOPBACK.contains(hostname)

function last(header: string | string[] | undefined): string | undefined {
  return (Array.isArray(header) ? header.at(-1) : header)?.split(',').at(-1)?.trim()
}
