// One HTTP request to an address that a person typed in. The name is resolved once, every address it has is checked, and the
// connection goes to the one that was checked: a name that changes its mind in between (rebinding) gains nothing. Redirects
// are not followed, the time is limited, and only the beginning of the response is read.

import { lookup as resolve } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net'
import { type Networks, unmapped } from '#networks.ts'

const MOST_READ = 4_096

/** CLOSED are the networks that are not the open Internet: this machine, private, link-local, shared, reserved, multicast. */
const CLOSED = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  CLOSED.addSubnet(network, bits, 'ipv4')
// Beside them the ways to write an IPv4 address as an IPv6 one: NAT64, 6to4, Teredo and the old compatible form.
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  CLOSED.addSubnet(network, bits, 'ipv6')

/** An AddressRefused is about where a request would have gone; nothing was sent. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/** refuseClosed throws for an address that is not on the open Internet and not in a network that the settings name. */
function refuseClosed(address: string, allowed: Networks): void {
  const plain = unmapped(address)
  if (allowed.contains(plain) || !CLOSED.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')) return
  throw new AddressRefused(`${plain} is a private address, and GALLEY_WEBHOOK_NETWORKS does not name it`)
}

const checkedLookup =
  (allowed: Networks): LookupFunction =>
  (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0)
      try {
        for (const { address } of found) refuseClosed(address, allowed)
      } catch (refusal) {
        return done(refusal as Error, '', 0)
      }
      if (options.all) done(null, found)
      else done(null, found[0]!.address, found[0]!.family)
    })
  }

type Outgoing = { url: string; headers: Record<string, string>; body: string }
export type OutgoingResponse = { status: number; headers: NodeJS.Dict<string | string[]>; body: string }

/** post sends a body and returns the beginning of the response, of whatever status. */
export async function post(to: Outgoing, allowed: Networks, signal: AbortSignal): Promise<OutgoingResponse> {
  const url = new URL(to.url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // An address that is written out is not looked up.
  if (isIP(host) !== 0) refuseClosed(host, allowed)
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((done, fail) => {
    const headers = { ...to.headers, 'content-length': String(Buffer.byteLength(to.body)) }
    const sent = request(url, { method: 'POST', headers, agent: false, lookup: checkedLookup(allowed), signal })
    sent.on('error', fail)
    sent.on('response', (response) => {
      const parts: Buffer[] = []
      let size = 0
      const end = () => {
        const body = Buffer.concat(parts).subarray(0, MOST_READ).toString()
        done({ status: response.statusCode!, headers: response.headers, body: body.replaceAll('\0', '') })
        response.destroy()
      }
      response.on('error', fail)
      response.on('end', end)
      response.on('data', (part: Buffer) => {
        parts.push(part)
        size += part.length
        if (size >= MOST_READ) end()
      })
    })
    sent.end(to.body)
  })
}
