// Runs before anything is drawn, while the application is still on its way: sets the colour scheme, so that a dark panel
// never flashes white, and asks for what the page at hand will need. A file of its own, because the page's policy allows
// no inline script; plain script, because a module would wait. The build puts PRELOADS in its place (vite.config.ts).

const scheme = localStorage.getItem('mantine-color-scheme-value')
const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')

const page = PRELOADS.find(({ path }) => new RegExp(`^/panel${path}$`).test(location.pathname))
for (const href of page?.files ?? []) {
  const link = document.createElement('link')
  Object.assign(link, { rel: href.endsWith('.css') ? 'stylesheet' : 'modulepreload', href, crossOrigin: '' })
  document.head.append(link)
}

// Whoever was signed in probably still is; if not, the answers are refused like any others.
const role = localStorage.getItem('galley.session.role')
if (role !== null && location.search === '') {
  const asks = ['/auth/me', ...(role === 'reader' ? [] : ['/api/admin/live', ...(page?.asks ?? [])])]
  window.galleyEarly = new Map(
    asks.map((address) => {
      const stop = new AbortController()
      const answer = fetch(address, { credentials: 'same-origin', signal: stop.signal })
      answer.catch(() => {})
      return [address, { answer, stop }]
    }),
  )
  // What nobody took by then is no longer news.
  setTimeout(() => {
    for (const { stop } of window.galleyEarly.values()) stop.abort()
    window.galleyEarly.clear()
  }, 10_000)
}
