// How the panel is built: served below /panel/ by the service itself; in development the interface is asked of a
// service on port 8000.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const service = { target: 'http://localhost:8000', changeOrigin: false }

/** compressed writes each file also as .gz and .br: compressed once here instead of at every request. */
const compressed: Plugin = {
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

export default defineConfig({
  base: '/panel/',
  plugins: [react(), compressed],
  // Browsers that know light-dark(): older ones would need it rewritten in a way that our colour schemes do not survive.
  build: {
    target: ['chrome125', 'firefox128', 'safari18'],
    sourcemap: false,
    chunkSizeWarningLimit: 1200,
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': service, '/auth': service, '/admin': service, '/docs': service, '/read': service } },
})
