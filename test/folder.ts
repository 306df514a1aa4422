// A folder with files for a test, gone when the test is.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Cleaner } from './cleaner.ts'

export function folderOf(t: Cleaner, files: Record<string, string | Buffer> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'galley-folder-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}
