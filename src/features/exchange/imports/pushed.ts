// What `galley push` adds to its upload: which of the folders in it is imported, and which of its pictures and files are not in
// it because the service has them. Written by whoever uploads: nothing in it is believed.

import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Actor } from '#actor.ts'
import { FileProblem } from '#convert/page/file.ts'
import type { Deps } from '#deps.ts'
import { GalleyError } from '#errors.ts'
import { getUpload } from '#features/documents/uploads/uploads.ts'
import { pathInside, UNPACKING } from './unpack.ts'

export const PUSHED = '.galley-push.json'

/** Paths are from the top of the upload; `present` says under which path the service has a file. */
export type Pushed = { folder: string; present: Record<string, string> }

/** Puts the files that the service has beside the others, and returns the folder; undefined if this is any other upload. */
export async function completePushed(deps: Pick<Deps, 'db'>, actor: Actor, top: string): Promise<string | undefined> {
  const file = join(top, PUSHED)
  if (!existsSync(file)) return undefined
  const { folder, present } = readPushed(await readFile(file, 'utf8'))
  await rm(file)
  let left = UNPACKING.mostBytes
  for (const [path, url] of Object.entries(present)) {
    const upload = await getUpload(deps, actor, url).catch((error: unknown) => {
      if (error instanceof GalleyError && error.status === 404)
        throw new FileProblem(`The service no longer has ${path}; push again`)
      throw error
    })
    left -= upload.size
    if (left < 0) throw new FileProblem('The upload is too large')
    await mkdir(dirname(join(top, path)), { recursive: true, mode: 0o700 })
    await writeFile(join(top, path), upload.pieces())
  }
  return join(top, folder)
}

function readPushed(text: string): Pushed {
  try {
    const { folder, present } = JSON.parse(text) as Pushed
    const files = Object.entries(present)
    const isRead =
      pathInside(folder) !== undefined &&
      files.length <= UNPACKING.mostEntries &&
      files.every(([path, url]) => pathInside(path) === path && typeof url === 'string')
    if (isRead) return { folder, present }
  } catch {
    // As for anything else that galley push doesn't write.
  }
  throw new FileProblem(`The upload's ${PUSHED} is not one that galley push writes`)
}
