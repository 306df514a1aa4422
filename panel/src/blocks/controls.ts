// Elements and controls for views of blocks, beside the text without being part of it.

type ViewEvent = { target: unknown }
/** The part of the editor that a field needs. */
export type Updater = { updateBlock: (id: string, change: never) => unknown }
type TextField = HTMLInputElement | HTMLTextAreaElement

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  name: string,
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const created = document.createElement(tag)
  created.className = name
  created.append(...inside)
  return created
}

/** Excludes a control from the editable text. */
export function outsideText<E extends HTMLElement>(control: E): E {
  control.contentEditable = 'false'
  return control
}

/** Keys, clicks and changes in these elements are ignored by the editor. */
export const isolateEvents = (...controls: HTMLElement[]) => {
  const isIn = ({ target }: ViewEvent) => controls.some((control) => control.contains(target as Node))
  return { ignoreMutation: isIn, stopEvent: isIn }
}

/** Sets a control's accessible name. */
export function withLabel<E extends HTMLElement>(control: E, label: string): E {
  control.setAttribute('aria-label', label)
  return control
}

/** Called for each key, so that saving doesn't wait until the field is left. */
export function onTyped<F extends TextField>(field: F, value: unknown, change: (value: string) => void): F {
  field.value = String(value ?? '')
  field.addEventListener('input', () => change(field.value))
  return outsideText(field)
}

/** Sets only a changed value, because setting it moves the caret. */
export function show(field: TextField, value: unknown): void {
  const text = String(value ?? '')
  if (field.value !== text) field.value = text
}

/** A button that leaves the focus in the text. */
export function button(name: string, label: string, text: string, onClick: () => void): HTMLButtonElement {
  const field = withLabel(element('button', name, text), label)
  field.type = 'button'
  field.title = label
  field.addEventListener('mousedown', (event) => event.preventDefault())
  field.addEventListener('click', onClick)
  return outsideText(field)
}
