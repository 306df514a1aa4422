// The same first heading on several pages of a folder is the name of the project, and no page's title: such pages are called
// by their files.

import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { FoundFile } from './folder/scan.ts'

const FEWEST = 3
const OPENING_BYTES = 512
const MARKDOWN = /\.(?:md|mdx|markdown)$/i
const HEADING = /^(?:# |<h1[ >])/i

const TAG = /<[^<>]*>/g

/** keyOf normalises a heading, so that differences of case and spacing don't count. */
const keyOf = (folder: string, line: string): string => `${folder}\n${line.replace(/^# /, '').replace(TAG, '').trim()}`

const firstLine = (text: string): string => text.trimStart().split('\n', 1)[0]!.trim()

export class Banners {
  readonly #pages = new Map<string, number>()

  constructor(root: string, files: readonly FoundFile[]) {
    for (const { path, folder } of files) {
      const line = MARKDOWN.test(path) ? firstLine(openingOf(join(root, path))) : ''
      const key = keyOf(folder, line)
      if (HEADING.test(line)) this.#pages.set(key, (this.#pages.get(key) ?? 0) + 1)
    }
  }

  /** The page's Markdown without a heading that repeats the project's name. */
  without(folder: string, body: string): string {
    const line = firstLine(body)
    const pages = HEADING.test(line) ? (this.#pages.get(keyOf(folder, line)) ?? 0) : 0
    return pages < FEWEST ? body : body.trimStart().slice(line.length)
  }

  /** Report entries: which headings were removed. */
  notes(): { path: string; reason: string }[] {
    return [...this.#pages]
      .filter(([, pages]) => pages >= FEWEST)
      .map(([key, pages]) => {
        const [path = '', words = ''] = key.split('\n')
        return {
          path,
          reason: `${pages} pages begin with the heading "${words}", which is left out: it is no page's own title`,
        }
      })
  }
}

function openingOf(path: string): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(OPENING_BYTES)
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, OPENING_BYTES, 0))
  } finally {
    closeSync(file)
  }
}
