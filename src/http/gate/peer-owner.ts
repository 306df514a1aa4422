// Which user of this machine is at the other end of a loopback connection, as the kernel tells it in /proc/net/tcp. A proxy
// runs as somebody else than the service, so a connection that it makes is not taken for one of the people who run Galley;
// PostgreSQL's `peer` authentication is the precedent.

import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { isIPv4 } from 'node:net'
import { endianness } from 'node:os'
import { unmapped } from '#networks.ts'

/** The tables for both families: a client may reach an IPv4 address through an IPv6 socket. */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']
const ESTABLISHED = '01'

/** Asked once for a connection: both its ends stay what they are. */
const ownedByUs = new WeakMap<Socket, boolean>()

/**
 * isOwnPeer tells whether the connection was made by the user that runs this service; root counts only where the service runs
 * as root. Other systems than Linux have no such table: there the address alone decides.
 */
export function isOwnPeer(socket: Socket): boolean {
  if (process.platform !== 'linux') return true
  const found = ownedByUs.get(socket)
  if (found !== undefined) return found
  const isOwn = findOwner(socket) === process.geteuid!()
  ownedByUs.set(socket, isOwn)
  return isOwn
}

/**
 * findOwner is the user id of the peer's end. Only an established row with an inode counts: the row of a socket that was
 * closed shows user 0, and would make a peer that hangs up midway look like root.
 */
function findOwner({ remoteAddress, remotePort, localAddress, localPort }: Socket): number | undefined {
  if (!remoteAddress || !remotePort || !localAddress || !localPort) return undefined
  const ends = spellings(localAddress, localPort)
  const rows = spellings(remoteAddress, remotePort).flatMap((peer) =>
    ends.map((end) => `: ${peer} ${end} ${ESTABLISHED} `),
  )
  // A connection that was made after the tables were read is not in them yet.
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

/** tables are read once for all connections of a turn of the event loop: with many clients they are long. */
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

/** spellings are an address and port as the tables write them; an IPv4 address also stands in the table of IPv6. */
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

/** words: the kernel writes an address as numbers of 32 bits in the machine's own order of bytes. */
function words(bytes: number[]): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 4) {
    const word = bytes.slice(at, at + 4)
    if (endianness() === 'LE') word.reverse()
    text += Buffer.from(word).toString('hex').toUpperCase()
  }
  return text
}
