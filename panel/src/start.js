// Runs before anything is drawn, while the application is still on its way: sets the colour scheme, so that a dark panel
// never flashes white, and fetches the code of the page at hand. A file of its own, because the page's policy allows no inline
// script; plain script, because a module would wait. The build fills in PRELOADS (vite.config.ts). Without the preloads the
// document list is there after 2.9 s instead of 2.6 (a slowed CPU, 10 Mbit/s and 40 ms: docs/speed.md).

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
