// Reads the end of a log without reading the rest: pieces from the back, until there are enough lines or bytes.
// A log that was just rotated goes on in the file before it.

import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { findLogFile, rotatedNames } from './log-file.ts'

/** A LogLimit is how much of a log is wanted at most. */
export type LogLimit = { lines: number; bytes: number }
export type LogEnd = { lines: string[]; size: number; truncated: boolean }

const PIECE_BYTES = 64 * 1024
const NEWLINE = 0x0a

/** readLogEnd returns the last whole lines, oldest first; `size` is that of all the log's files. */
export function readLogEnd(folder: string, name: string, most: LogLimit): LogEnd {
  const pieces: Buffer[] = []
  let wanted = { newlines: most.lines, bytes: most.bytes }
  let size = 0
  let isWhole = true
  for (const part of rotatedNames(name)) {
    const file = findLogFile(folder, part)
    if (!file) break
    const found = readFileEnd(file, wanted)
    size += found.size
    isWhole &&= found.isWhole
    pieces.unshift(...found.pieces)
    wanted = { newlines: wanted.newlines - found.newlines, bytes: wanted.bytes - found.bytes }
    if (!isWhole) wanted = { newlines: 0, bytes: 0 }
  }
  const lines = splitLines(Buffer.concat(pieces), !isWhole)
  return { lines: lines.slice(-most.lines), size, truncated: !isWhole || lines.length > most.lines }
}

type FileEnd = { pieces: Buffer[]; bytes: number; newlines: number; size: number; isWhole: boolean }

function readFileEnd(file: string, wanted: { newlines: number; bytes: number }): FileEnd {
  // A pipe or a link put in place of a log would hang or lead elsewhere.
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stat = fstatSync(descriptor)
    if (!stat.isFile()) return { pieces: [], bytes: 0, newlines: 0, size: 0, isWhole: true }
    const pieces: Buffer[] = []
    let position = stat.size
    let bytes = 0
    let newlines = 0
    // One newline more than lines: the one before the first wanted line.
    while (position > 0 && newlines <= wanted.newlines && bytes < wanted.bytes) {
      const length = Math.min(PIECE_BYTES, position, wanted.bytes - bytes)
      const piece = Buffer.allocUnsafe(length)
      position -= length
      const read = readSync(descriptor, piece, 0, length, position)
      const got = piece.subarray(0, read)
      pieces.unshift(got)
      bytes += read
      newlines += countNewlines(got)
    }
    return { pieces, bytes, newlines, size: stat.size, isWhole: position === 0 }
  } finally {
    closeSync(descriptor)
  }
}

function countNewlines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count++
  return count
}

/** splitLines drops a first line that was cut, unless the cut line is all there is. */
function splitLines(bytes: Buffer, isCut: boolean): string[] {
  const firstNewline = bytes.indexOf(NEWLINE)
  const from = isCut && firstNewline !== -1 && firstNewline < bytes.length - 1 ? firstNewline + 1 : 0
  const text = bytes.toString('utf8', from)
  if (text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n').map((line) => line.replace(/\r$/, ''))
}
