// Sets the colour scheme before the first paint, so that a dark panel never flashes white. A file of its own because
// the page's content security policy allows no inline script.
const kept = localStorage.getItem('mantine-color-scheme-value')
const dark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
