// How the panel is built: served below /panel/ by the service itself; in development the API is that of a
// service on port 8000.

import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { accentStyle, DEFAULT_ACCENT } from 'galley-look/accent.ts'
import { defineConfig, type Plugin } from 'vite'
import { compressed } from './compressed.ts'

const service = { target: 'http://localhost:8000', changeOrigin: false }

const START = readFileSync(join(import.meta.dirname, 'src/start.js'), 'utf8')
const START_FILE = `assets/start-${createHash('sha256').update(START).digest('base64url').slice(0, 8)}.js`

/** started puts start.js before the application's own script. */
const started: Plugin = {
  name: 'started',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { server }) =>
      server
        ? [
            { tag: 'script', children: START, injectTo: 'head-prepend' },
            // The service puts the brand's colours here; in development they are the default's.
            { tag: 'style', children: accentStyle(DEFAULT_ACCENT), injectTo: 'head' },
          ]
        : html.replace('<script', `<script src="/panel/${START_FILE}"></script>\n    <script`),
  },
  writeBundle: ({ dir = 'dist' }) => writeFileSync(join(dir, START_FILE), START),
}

/** Pieces that nearly every page needs together: one file for them instead of one for each. */
const WIDGETS = [
  /@mantine\/core\/esm\/components\/(ActionIcon|Alert|Anchor|Badge|Checkbox|CloseButton|Input|InputBase|InlineInput|Pagination|Paper|Skeleton|Tabs|TextInput|ThemeIcon|Title)\//,
  /@mantine\/hooks|@tabler\/icons-react|@tanstack\/(react-)?query/,
  /panel\/src\/(ui\/(?!ActionMenu|Chart|Confirm|CopyDialog|Dialog|Form|Tags|useApiForm)|api\/documentLists|documents\/(buckets|queries)|pipeline\/JobState)/,
]
export default defineConfig({
  base: '/panel/',
  plugins: [react(), started, compressed],
  // Browsers that know light-dark(): older ones would need it rewritten in a way that our colour schemes do not survive.
  build: {
    target: ['chrome125', 'firefox128', 'safari18'],
    sourcemap: false,
    chunkSizeWarningLimit: 1200,
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'frame', tags: ['$initial'] },
            { name: 'widgets', test: (id) => WIDGETS.some((one) => one.test(id)) },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': service, '/auth': service, '/admin': service, '/docs': service, '/read': service } },
})
