// What is typed before the field that it is meant for can take it: fetching the palette, or the editor of a new document, takes
// longer than the first letters.

let text = ''
let isKeeping = false
let newest = 0

/**
 * typeAhead keeps characters from the page until `takeTyped`, or until some field has the focus. What is kept already stays: the
 * dialog that creates a document hands over to its page. It returns how to forget them, unless someone else keeps on since.
 */
export function typeAhead(): () => void {
  if (!isKeeping) text = ''
  isKeeping = true
  const turn = ++newest
  window.addEventListener('keydown', keep, true)
  window.addEventListener('focusin', letGo, true)
  return () => void (turn === newest && takeTyped())
}

/** takeTyped gives them once. */
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
