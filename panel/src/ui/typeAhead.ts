// Collects keys typed before their field is loaded (the palette, a new document's editor).

let text = ''
let isKeeping = false
let newest = 0

/**
 * Collects characters until `takeTyped` is called or a field has the focus. Earlier ones stay, because the dialog that
 * creates a document hands over to its page. Returns a function that forgets them, unless someone else has started collecting
 * since.
 */
export function typeAhead(): () => void {
  if (!isKeeping) text = ''
  isKeeping = true
  const turn = ++newest
  window.addEventListener('keydown', keep, true)
  window.addEventListener('focusin', letGo, true)
  return () => void (turn === newest && takeTyped())
}

export function takeTyped(): string {
  stop()
  const typed = text
  text = ''
  return typed
}

function keep(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (event.key === 'Backspace') text = text.slice(0, -1)
  else if (event.key.length === 1) text += event.key
  else return
  event.preventDefault()
  event.stopPropagation()
}

function letGo({ target }: FocusEvent): void {
  if (target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable=true]')) stop()
}

function stop(): void {
  isKeeping = false
  window.removeEventListener('keydown', keep, true)
  window.removeEventListener('focusin', letGo, true)
}
