// Runs before the page is painted: the remembered choice between light and dark, if there is one.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage the system's own choice stands.
}
document.documentElement.classList.add('scripted')
