// One progress message for all of the editor's uploads.

import { underWay } from '../ui/notify.ts'

/** Smaller files are uploaded before anyone could read a message. */
const SHOW_AFTER_MS = 400

const shares = new Map<object, number>()
let message: ReturnType<typeof underWay> | undefined
let timer: ReturnType<typeof setTimeout> | undefined

function sentence(): string {
  const sent = [...shares.values()].reduce((sum, share) => sum + share, 0)
  const percent = Math.floor((sent / shares.size) * 100)
  return `${shares.size === 1 ? 'Uploading' : `Uploading ${shares.size} files`}: ${percent}%`
}

/** `sent` takes the share that was uploaded; call `end` when it is over. */
export function watchUpload(): { sent: (share: number) => void; end: () => void } {
  const upload = {}
  shares.set(upload, 0)
  timer ??= setTimeout(() => {
    message = underWay(sentence())
  }, SHOW_AFTER_MS)
  return {
    sent: (share) => {
      shares.set(upload, share)
      message?.update(sentence())
    },
    end: () => {
      shares.delete(upload)
      if (shares.size > 0) return message?.update(sentence())
      clearTimeout(timer)
      message?.end()
      message = timer = undefined
    },
  }
}
