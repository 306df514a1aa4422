// The import rules of ARCHITECTURE.md, held by `npm run lint`: each rule names an import that never exists. Type imports count,
// and `#*` is followed. What is about folders or about the words of a file is in test/imports.test.ts.

const TESTS = '\\.test\\.tsx?$|^(?:test|bench)/'
const ROUTES = '^src/features/.+[/-]routes\\.ts$'
const SCHEMAS = '[/-]schemas\\.ts$'
const STORE = '[/-]store\\.ts$'
const packages = (...names) => names.map((name) => `^(?:panel/)?node_modules/${name}/`)
const FASTIFY = packages('fastify', '@fastify/[^/]+')
const KYSELY = packages('kysely')

/** Services call each other only in this order. */
const ORDER = [
  ...['exchange', 'pipeline', 'ask', 'live', 'documents', 'comments', 'owners', 'evidence', 'inbox', 'categories'],
  ...['accounts', 'webhooks', 'brand'],
]

/** forbid leaves tests out: they may reach everything. */
const forbid = (name, from, to) => ({
  name,
  severity: 'error',
  from: { ...from, pathNot: [TESTS, ...(from.pathNot ?? [])] },
  to,
})

const VALUE = { dependencyTypesNot: ['type-only'] }
const FEATURE_OR_WORKER = '^src/(?:features|worker)/'

module.exports = {
  forbidden: [
    forbid(
      'no-http-inside',
      { path: ['^src/(?:features|worker|engine|blocks)/'], pathNot: [ROUTES, SCHEMAS] },
      { path: [...FASTIFY, '^src/http/'] },
    ),
    forbid('no-kysely-or-store-in-routes', { path: ROUTES }, { path: [...KYSELY, STORE] }),
    forbid('no-engine-value-in-routes', { path: ROUTES }, { path: '^src/engine/', ...VALUE }),
    forbid('no-driver-outside-engine', { pathNot: ['^src/engine/'] }, { path: packages('pg', 'better-sqlite3') }),
    forbid(
      'no-store-of-another-feature',
      { path: '^src/(features/[^/]+|worker)/' },
      { path: STORE, pathNot: '^src/$1/' },
    ),
    forbid('no-store-outside-features', { pathNot: [FEATURE_OR_WORKER] }, { path: STORE }),
    ...ORDER.slice(1).map((feature, index) =>
      forbid(
        `no-service-against-the-order-${feature}`,
        { path: `^src/features/${feature}/` },
        { path: `^src/features/(?:${ORDER.slice(0, index + 1).join('|')})/` },
      ),
    ),
    forbid('no-worker-in-features-or-http', { path: '^src/(?:features|http)/' }, { path: '^src/worker/' }),
    forbid('no-feature-below-features', { path: '^src/(?:engine|convert)/' }, { path: FEATURE_OR_WORKER }),
    forbid('no-database-in-convert', { path: '^src/convert/' }, { path: [...KYSELY, '^src/deps\\.ts$'] }),
    forbid(
      'no-engine-value-in-convert',
      { path: '^src/convert/' },
      { path: '^src/engine/', pathNot: '^src/engine/db/vocabulary\\.ts$', ...VALUE },
    ),
    // The browser loads them, too.
    forbid(
      'packages-stand-alone',
      { path: '^packages/(?!client/)([^/]+)/' },
      { pathNot: ['^packages/$1/', ...packages('node-diff3', 'github-slugger', 'yjs')] },
    ),
    forbid(
      'client-stands-on-the-block-model',
      { path: '^packages/client/' },
      { pathNot: ['^packages/(?:client|blocks)/', ...packages('openapi-fetch', 'eventsource-parser')] },
    ),
    forbid(
      'client-is-for-programs',
      { pathNot: ['^packages/client/', '^panel/src/', '^src/commands/push\\.ts$'] },
      { path: '^packages/client/' },
    ),
    forbid(
      'packages-are-for-service-reader-panel',
      { pathNot: ['^(?:src|packages|reader|panel/src|scripts)/'] },
      { path: '^packages/' },
    ),
    forbid('no-service-in-the-panel', { path: '^panel/' }, { path: '^(?:src|reader)/' }),
    forbid('no-panel-outside-the-panel', { pathNot: ['^panel/'] }, { path: '^panel/' }),
    forbid('reader-and-mcp-see-services', { path: '^(?:reader|src/mcp)/' }, { path: [...KYSELY, STORE] }),
    forbid('reader-and-mcp-see-no-engine', { path: '^(?:reader|src/mcp)/' }, { path: '^src/engine/', ...VALUE }),
    forbid(
      'no-test-in-the-product',
      { path: '^(?:src|reader)/' },
      { path: ['^test/', '^(?:node:)?(?:test|assert/strict)$', ...packages('fast-check')] },
    ),
  ],
  options: {
    // TypeScript 7 has no API that dependency-cruiser could use; its warning about a missing compiler is expected.
    parser: 'swc',
    tsPreCompilationDeps: 'specify',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
}
