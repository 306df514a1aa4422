// An uploaded zip file as a folder on disk: nothing outside of that folder is written, no link is made, and what it unpacks to
// is counted while it is unpacked. What is left out on the way is named, and the rest goes on.

import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FileProblem } from '#convert/page/file.ts'
import type { Finding } from '#convert/report.ts'
import { listEntries, openZip, TooLarge, unpack } from '#convert/saved/zip.ts'
import { LARGEST_FILE } from '#file-kinds.ts'

const MEBIBYTE = 1024 * 1024
/** UNPACKING: pictures and text of the largest sites that we know are a fifth of this. */
export const UNPACKING = { mostBytes: 2048 * MEBIBYTE, mostEntries: 100_000 }
const MOST_LEVELS = 40
const LONGEST_NAME = 1024

/** What programs and tools leave in a folder. It is not worth a line in the report. */
const LITTER = /(?:^|\/)(?:__MACOSX|\.git|node_modules|\.DS_Store|Thumbs\.db)(?:\/|$)/

type Unpacking = typeof UNPACKING

/** unpackZip returns what was left out. It throws a FileProblem where the file as a whole is not to be unpacked. */
export async function unpackZip(file: string, into: string, limits: Unpacking = UNPACKING): Promise<Finding[]> {
  const zip = await openZip(file)
  try {
    const skipped: Finding[] = []
    const folders = new Set<string>()
    let left = limits.mostBytes
    for (const entry of await listEntries(zip, limits.mostEntries)) {
      const path = pathInside(entry.name)
      if (entry.isEncrypted) throw new FileProblem('is encrypted; pack it anew without a password')
      if (path === undefined) throw new FileProblem(`has a file outside of it (${entry.name.slice(0, 100)})`)
      if (path.endsWith('/') || LITTER.test(path)) continue
      if (entry.isLink) skipped.push({ path, reason: 'a symbolic link' })
      else if (entry.claimed > LARGEST_FILE)
        skipped.push({ path, reason: `larger than ${LARGEST_FILE / MEBIBYTE} MiB` })
      else {
        const bytes = await unpack(zip, entry, Math.min(left, LARGEST_FILE)).catch((error: unknown) => {
          if (!(error instanceof TooLarge)) throw error
          throw new FileProblem(
            left < LARGEST_FILE
              ? `unpacks to more than ${limits.mostBytes / MEBIBYTE} MiB`
              : `is damaged: ${path} is larger than it says`,
          )
        })
        left -= bytes.length
        await put(join(into, path), bytes, folders)
      }
    }
    return skipped
  } finally {
    zip.close()
  }
}

/** pathInside is undefined for what would be outside of the folder, or is no name at all. Some programs write backslashes. */
export function pathInside(name: string): string | undefined {
  const path = name.replaceAll('\\', '/').normalize('NFC')
  const parts = path.split('/')
  const isOutside = path.startsWith('/') || /^[a-z]:/i.test(path) || parts.some((part) => part === '..' || part === '.')
  const isOdd = path === '' || path.includes('\0') || path.length > LONGEST_NAME || parts.length > MOST_LEVELS
  return isOutside || isOdd ? undefined : path
}

async function put(file: string, bytes: Buffer, folders: Set<string>): Promise<void> {
  try {
    const folder = dirname(file)
    if (!folders.has(folder)) await mkdir(folder, { recursive: true })
    folders.add(folder)
    // A name that another entry has in other letters, or as a folder: whoever packed it saw two files.
    await writeFile(file, bytes, { flag: 'wx' })
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['EEXIST', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG'].includes(code))
      throw new FileProblem('has two files of one name, or a name that is too long')
    throw error
  }
}
