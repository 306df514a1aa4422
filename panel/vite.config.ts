// How the panel is built: served below /panel/ by the service itself; in development the interface is asked of a
// service on port 8000.

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const service = { target: 'http://localhost:8000', changeOrigin: false }

export default defineConfig({
  base: '/panel/',
  plugins: [react()],
  // Browsers that know light-dark(): older ones would need it rewritten in a way that our colour schemes do not survive.
  build: {
    target: ['chrome125', 'firefox128', 'safari18'],
    sourcemap: false,
    chunkSizeWarningLimit: 1200,
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': service, '/auth': service, '/admin': service, '/docs': service, '/read': service } },
})
