// Runs before the page is painted: what this browser remembers of how its reader likes pages.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage the system's own choice stands.
}
document.documentElement.classList.add('scripted')
