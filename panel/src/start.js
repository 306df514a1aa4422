// Runs before anything is drawn, while the application is still on its way: sets the colour scheme, so that a dark panel
// never flashes white, and requests what the page at hand will need. A file of its own, because the page's policy allows
// no inline script; plain script, because a module would wait. The build fills in PRELOADS (vite.config.ts). Without it the
// document list is there after 2.9 s instead of 2.4 (a slowed CPU, 10 Mbit/s and 40 ms: docs/speed.md).

const { scheme: usual } = document.querySelector('meta[name="application-name"]')?.dataset ?? {}
const scheme = localStorage.getItem('mantine-color-scheme-value') ?? usual
const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')

const page = PRELOADS.find(({ path }) => new RegExp(`^/panel${path}$`).test(location.pathname))
for (const href of page?.files ?? []) {
  const link = document.createElement('link')
  Object.assign(link, { rel: href.endsWith('.css') ? 'stylesheet' : 'modulepreload', href, crossOrigin: '' })
  document.head.append(link)
}

// Someone who was signed in probably still is; if not, these requests are refused like any others.
const role = localStorage.getItem('galley.session.role')
if (role !== null && location.search === '') {
  const requests = ['/auth/me', ...(role === 'reader' ? [] : ['/api/admin/live', ...(page?.requests ?? [])])]
  window.galleyEarly = new Map(
    requests.map((address) => {
      const stop = new AbortController()
      const response = fetch(address, { credentials: 'same-origin', signal: stop.signal })
      response.catch(() => {})
      return [address, { response, stop }]
    }),
  )
  // What nobody took by then is stale.
  setTimeout(() => {
    for (const { stop } of window.galleyEarly.values()) stop.abort()
    window.galleyEarly.clear()
  }, 10_000)
}
