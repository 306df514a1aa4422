// A progress bar: redrawn on a terminal, elsewhere a line per tenth.

export type Progress = { advance: (done: number) => void; finish: (sentence: string) => void }

const WIDTH = 30
const REDRAW_MS = 100

export function createProgress(total: number, label: string, out: NodeJS.WriteStream = process.stderr): Progress {
  const started = performance.now()
  let drawnAt = Number.NEGATIVE_INFINITY
  let tenths = 0
  const shareOf = (done: number) => (total === 0 ? 1 : Math.min(1, done / total))
  const draw = (done: number) => {
    const share = shareOf(done)
    const filled = Math.round(share * WIDTH)
    const left = share > 0.02 ? ` ${secondsLeft(share)} s left` : ''
    out.write(
      `\r\x1b[2K${label} [${'█'.repeat(filled)}${'·'.repeat(WIDTH - filled)}] ${Math.floor(share * 100)} %${left}`,
    )
  }
  const secondsLeft = (share: number) => Math.round(((performance.now() - started) / 1000) * (1 / share - 1))
  return {
    advance: (done) => {
      if (out.isTTY) {
        if (performance.now() - drawnAt < REDRAW_MS) return
        drawnAt = performance.now()
        draw(done)
      } else if (Math.floor(shareOf(done) * 10) > tenths) {
        tenths = Math.floor(shareOf(done) * 10)
        out.write(`${label}: ${tenths * 10} %\n`)
      }
    },
    finish: (sentence) => void out.write(out.isTTY ? `\r\x1b[2K${sentence}\n` : `${sentence}\n`),
  }
}
