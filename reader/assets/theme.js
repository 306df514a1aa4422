// Runs before the first paint: applies saved preferences.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage, the system's preference applies.
}
document.documentElement.classList.add('scripted')
