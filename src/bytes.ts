// Bytes that are kept: in memory of their own or in stretches, and what tells them apart.

import { hash } from 'node:crypto'

/**
 * ownBytes are in memory of their own. Node puts short buffers into slabs of 64 KiB that they share, and one that is kept keeps
 * its slab: over 40,000 requests the response cache took 120 MB more than it counted.
 */
export function ownBytes(content: string | Buffer): Buffer {
  if (typeof content !== 'string' && content.buffer.byteLength === content.length) return content
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(content))
  if (typeof content === 'string') bytes.write(content)
  else content.copy(bytes)
  return bytes
}

/** Bytes may be in stretches: what is long and changes in one place shares the others with what it was before. */
export type Bytes = Buffer | readonly Buffer[]

export const lengthOf = (bytes: Bytes): number =>
  Buffer.isBuffer(bytes) ? bytes.length : bytes.reduce((sum, { length }) => sum + length, 0)

export const asOne = (bytes: Bytes): Buffer => (Buffer.isBuffer(bytes) ? bytes : Buffer.concat(bytes))

/** A BodyPiece is a part of what is sent: text, or bytes that are kept with their print for whatever shows them, too. */
export type BodyPiece = string | KeptPiece
export type KeptPiece = { bytes: Buffer; print: string }

export const keptPiece = (piece: BodyPiece): KeptPiece =>
  typeof piece === 'string' ? { bytes: ownBytes(piece), print: printOf(piece) } : piece

/** joined: only what is not kept has to be encoded and hashed. Its print is the same, whichever of its pieces are kept. */
export function joined(pieces: readonly BodyPiece[]): KeptPiece {
  const isText = (piece: BodyPiece): piece is string => typeof piece === 'string'
  const length = pieces.reduce((sum, piece) => sum + (isText(piece) ? Buffer.byteLength(piece) : piece.bytes.length), 0)
  const bytes = Buffer.allocUnsafeSlow(length)
  let at = 0
  for (const piece of pieces) at += isText(piece) ? bytes.write(piece, at) : piece.bytes.copy(bytes, at)
  const prints = pieces.map((piece) => (isText(piece) ? printOf(piece) : piece.print))
  return { bytes, print: printOf(prints.join(' ')) }
}

/** printOf is different when the content is: as much of its hash as an ETag needs. */
export const printOf = (content: string | Buffer): string => hash('sha1', content, 'base64url').slice(0, 16)
