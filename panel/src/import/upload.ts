// Uploads an import in pieces; a lost piece is sent again by itself.

import { call } from '../api/client.ts'
import { isOutage } from '../api/errors.ts'
import type { ChosenFiles } from './dropped.ts'
import { zipOf } from './zip.ts'

const PIECE_BYTES = 2 * 1024 * 1024
const LARGEST_BYTES = 500 * 1024 * 1024
const TRIES = 4
const PAUSE_MS = 2000

export type UploadStep = { what: 'Reading' | 'Uploading'; share: number }

/** Returns the import's id. */
export async function upload(
  chosen: ChosenFiles,
  choice: { category_id: number | null },
  onStep: (step: UploadStep) => void,
): Promise<number> {
  const zip = 'zip' in chosen ? chosen.zip : await zipOf(chosen.files, (share) => onStep({ what: 'Reading', share }))
  if (zip.size > LARGEST_BYTES) throw new Error('It is larger than 500 MB. Import its folders one by one.')
  const { id } = await call('POST /api/admin/imports', { body: { name: chosen.name.slice(0, 255), size: zip.size } })
  try {
    for (let number = 0; number * PIECE_BYTES < zip.size; number++) {
      onStep({ what: 'Uploading', share: (number * PIECE_BYTES) / zip.size })
      await sendPiece(id, number, zip.slice(number * PIECE_BYTES, (number + 1) * PIECE_BYTES))
    }
    await call('POST /api/admin/imports/{import_id}/read', { path: { import_id: id }, body: choice })
    return id
  } catch (error) {
    await call('DELETE /api/admin/imports/{import_id}', { path: { import_id: id } }).catch(() => {})
    throw error
  }
}

async function sendPiece(import_id: number, number: number, body: Blob): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await call('PUT /api/admin/imports/{import_id}/pieces/{number}', { path: { import_id, number }, body })
      return
    } catch (error) {
      if (!isOutage(error) || tries === TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * tries))
    }
  }
}
