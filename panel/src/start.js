// Runs before anything is drawn, while the application is still on its way: sets the colour scheme, so that a dark panel
// never flashes white. A file of its own, because the page's policy allows no inline script; plain script, because a module
// would wait.
{
  const { scheme: usual } = document.querySelector('meta[name="application-name"]')?.dataset ?? {}
  const scheme = localStorage.getItem('mantine-color-scheme-value') ?? usual
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
}
