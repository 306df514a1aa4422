// How the panel is built: served below /panel/ by the service itself; in development the API is that of a
// service on port 8000.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { accentStyle, DEFAULT_ACCENT } from 'galley-look/accent.ts'
import { defineConfig, type Plugin } from 'vite'
import { PRELOADS } from './src/pages.ts'

const service = { target: 'http://localhost:8000', changeOrigin: false }

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>
const START = readFileSync(join(import.meta.dirname, 'src/start.js'), 'utf8')

/** filesOf lists a page's own files and all that they import, the way the browser requests them. */
function filesOf(manifest: Manifest, sources: string[], seen = new Set<string>()): string[] {
  return sources.flatMap((source) => {
    const { file, css = [], imports = [] } = manifest[source]!
    if (seen.has(file)) return []
    seen.add(file)
    return [...[file, ...css].map((one) => `/panel/${one}`), ...filesOf(manifest, imports, seen)]
  })
}

/** started puts start.js before everything else; in the build it knows the files of every page. */
const started: Plugin = {
  name: 'started',
  transformIndexHtml: {
    handler: (html, { server }) =>
      server
        ? [
            { tag: 'script', children: `const PRELOADS = []\n${START}`, injectTo: 'head-prepend' },
            // The service puts the brand's colours here; in development they are the default's.
            { tag: 'style', children: accentStyle(DEFAULT_ACCENT), injectTo: 'head' },
          ]
        : html,
  },
  writeBundle({ dir = 'dist' }) {
    const manifest = JSON.parse(readFileSync(join(dir, '.vite/manifest.json'), 'utf8')) as Manifest
    const frame = new Set(filesOf(manifest, ['index.html']))
    const pages = PRELOADS.map(({ path, sources }) => ({
      path,
      files: filesOf(manifest, sources).filter((file) => !frame.has(file)),
    }))
    const text = `{const PRELOADS = ${JSON.stringify(pages)}\n${START.replaceAll(/^\/\/.*\n/gm, '')}}`
    const name = `assets/start-${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.js`
    writeFileSync(join(dir, name), text)
    const page = readFileSync(join(dir, 'index.html'), 'utf8')
    writeFileSync(
      join(dir, 'index.html'),
      page.replace('<script', `<script src="/panel/${name}"></script>\n    <script`),
    )
    rmSync(join(dir, '.vite'), { recursive: true })
  },
}

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

/** Pieces that nearly every page needs together: one file for them instead of one for each. */
const WIDGETS = [
  /@mantine\/core\/esm\/components\/(ActionIcon|Alert|Anchor|Badge|Checkbox|CloseButton|Input|InputBase|InlineInput|Pagination|Paper|Skeleton|Tabs|TextInput|ThemeIcon|Title)\//,
  /@mantine\/hooks|@tabler\/icons-react|@tanstack\/(react-)?query|@tanstack\/react-virtual/,
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
    manifest: true,
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
