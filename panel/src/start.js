// Runs before the first paint: sets the colour scheme, so that a dark panel never flashes white. A separate file, because the
// policy forbids inline scripts; not a module, which would be deferred.
{
  const { scheme: usual } = document.querySelector('meta[name="application-name"]')?.dataset ?? {}
  const scheme = localStorage.getItem('mantine-color-scheme-value') ?? usual
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
}
