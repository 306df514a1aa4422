// How the diagram frame is built: its page, and Mermaid in pieces of which each kind of diagram loads its own.

import { defineConfig } from 'vite'
import { compressed } from '../panel/compressed.ts'

export default defineConfig({
  base: '/read/assets/diagram/',
  plugins: [compressed],
  build: {
    target: ['chrome125', 'firefox128', 'safari18'],
    sourcemap: false,
    chunkSizeWarningLimit: 2000,
    assetsInlineLimit: 0,
    // Without the polyfill's fetch(), which the frame's policy refuses.
    modulePreload: { polyfill: false },
    assetsDir: 'parts',
  },
})
