// What is typed between Ctrl-K and the moment its field can take it: fetching the palette takes longer than the first letters.

/** typeAhead keeps characters from the page; what it returns gives them, once, and lets the keyboard go. */
export function typeAhead(): () => string {
  let text = ''
  const keep = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (event.key === 'Backspace') text = text.slice(0, -1)
    else if (event.key.length === 1) text += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', keep, true)
  return () => {
    window.removeEventListener('keydown', keep, true)
    const typed = text
    text = ''
    return typed
  }
}
