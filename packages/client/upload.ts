// Uploads a zip file as an import, in pieces, and has it read. A lost piece is sent again.

import type { CallInput, GalleyClient } from './client.ts'
import { wait } from './retry.ts'

type Upload = {
  name: string
  zip: Blob
  choice: CallInput<'POST /api/admin/imports/{import_id}/read'>['body']
}

const PIECE_BYTES = 2 * 1024 * 1024
export const LARGEST_UPLOAD = 500 * 1024 * 1024
const TRIES = 4
const PAUSE_MS = 2000

/** Returns the import's id. `onSent` gets the share that was sent. */
export async function uploadImport(
  { call }: Pick<GalleyClient, 'call'>,
  { name, zip, choice }: Upload,
  onSent: (share: number) => void,
): Promise<number> {
  const { id: import_id } = await call('POST /api/admin/imports', {
    body: { name: name.slice(0, 255), size: zip.size },
  })
  const path = { import_id }
  try {
    for (let number = 0; number * PIECE_BYTES < zip.size; number++) {
      onSent((number * PIECE_BYTES) / zip.size)
      const piece = zip.slice(number * PIECE_BYTES, (number + 1) * PIECE_BYTES, 'application/octet-stream')
      await patiently(() =>
        call('PUT /api/admin/imports/{import_id}/pieces/{number}', { path: { import_id, number }, body: piece }),
      )
    }
    await call('POST /api/admin/imports/{import_id}/read', { path, body: choice })
    return import_id
  } catch (error) {
    await call('DELETE /api/admin/imports/{import_id}', { path }).catch(() => {})
    throw error
  }
}

/** A piece may be sent again whatever became of it; without a status the service was not reached. */
async function patiently(send: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await send()
      return
    } catch (error) {
      const { status = 0 } = error as { status?: number }
      const isOutage = status === 0 || status === 429 || status >= 502
      if (!isOutage || tries === TRIES) throw error
      await wait(PAUSE_MS * tries, undefined)
    }
  }
}
