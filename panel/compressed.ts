// A step of our Vite builds (the panel's, the diagram frame's): each file also as .gz and .br, compressed once instead of at every
// request.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

export const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  writeBundle({ dir = 'dist' }) {
    const files = readdirSync(dir, { recursive: true }).map(String)
    for (const file of files.filter((name) => /\.(js|css|svg|html)$/.test(name))) {
      const bytes = readFileSync(join(dir, file))
      if (bytes.length < 1024) continue
      writeFileSync(join(dir, `${file}.gz`), gzipSync(bytes, { level: 9 }))
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
      writeFileSync(join(dir, `${file}.br`), brotliCompressSync(bytes, { params }))
    }
  },
}
