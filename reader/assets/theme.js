// Runs before the page is painted: what this browser remembers of how its reader likes pages.
const CHOICES = { theme: ['light', 'dark'], text: ['-1', '1', '2'], width: ['wide'] }
try {
  for (const [name, values] of Object.entries(CHOICES)) {
    const chosen = localStorage.getItem(name)
    if (values.includes(chosen)) document.documentElement.dataset[name] = chosen
  }
} catch {
  // Without storage the system's own choice stands.
}
document.documentElement.classList.add('scripted')
