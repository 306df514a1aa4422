// Small pieces of the editor's views of blocks: elements, and controls that stand beside text without being part of it.

type ViewEvent = { target: unknown }
/** An Updater is the part of the editor that a field needs. */
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

/** outsideText keeps a control apart from what can be typed into. */
export function outsideText<E extends HTMLElement>(control: E): E {
  control.contentEditable = 'false'
  return control
}

/** apart tells the editor that keys, clicks and changes in these elements are not about its text. */
export const apart = (...controls: HTMLElement[]) => {
  const isIn = ({ target }: ViewEvent) => controls.some((control) => control.contains(target as Node))
  return { ignoreMutation: isIn, stopEvent: isIn }
}

/** named gives a control the name that is read aloud. */
export function named<E extends HTMLElement>(control: E, label: string): E {
  control.setAttribute('aria-label', label)
  return control
}

/** onTyped is called with each key: a save does not wait for the field to be left. */
export function onTyped<F extends TextField>(field: F, value: unknown, change: (value: string) => void): F {
  field.value = String(value ?? '')
  field.addEventListener('input', () => change(field.value))
  return outsideText(field)
}

/** show changes only what differs: to be set is to lose the caret. */
export function show(field: TextField, value: unknown): void {
  const text = String(value ?? '')
  if (field.value !== text) field.value = text
}

/** button does something without taking the focus from the text. */
export function button(name: string, label: string, text: string, onClick: () => void): HTMLButtonElement {
  const field = named(element('button', name, text), label)
  field.type = 'button'
  field.title = label
  field.addEventListener('mousedown', (event) => event.preventDefault())
  field.addEventListener('click', onClick)
  return outsideText(field)
}
