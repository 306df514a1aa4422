// The editor's view of an image: without alt text, a field below asks for it.

import { element, isolateEvents, onTyped, show, type Updater, withLabel } from './controls.ts'

type Props = Record<string, unknown>
type PictureView = { dom: HTMLElement; destroy?: () => void }
type PictureSpec = {
  implementation: { render: (this: never, ...args: never[]) => { dom: HTMLElement | DocumentFragment } }
}

/** Once there is alt text the field is hidden (editor.css); the toolbar still edits it. */
export function withAltText<S extends PictureSpec>(spec: S): S {
  const { render } = spec.implementation
  const withField: PictureSpec['implementation']['render'] = function (...args) {
    const view = Reflect.apply(render, this, args) as PictureView
    const [{ id, props }, editor] = args as unknown as [{ id: string; props: Props }, Updater]
    const image = view.dom.querySelector('img')
    if (!image) return view
    const field = withLabel(element('input', 'galley-field galley-alt'), 'Alt text')
    field.placeholder = 'Alt text missing'
    onTyped(field, props.name, (name) => editor.updateBlock(id, { props: { name } } as never))
    field.addEventListener('keydown', ({ key }) => key === 'Enter' && field.blur())
    view.dom.append(field)
    return {
      ...view,
      stopEvent: isolateEvents(field).stopEvent,
      // The editor's resize handles come and go inside.
      ignoreMutation: ({ type }: { type: string }) => type !== 'selection',
      update: ({ attrs }: { attrs: Props }) => {
        // Redrawing for each letter would take the caret from the field.
        if (Object.entries(props).some(([name, value]) => name !== 'name' && attrs[name] !== value)) return false
        show(field, attrs.name)
        image.alt = String(attrs.name)
        return true
      },
    }
  }
  return { ...spec, implementation: { ...spec.implementation, render: withField } }
}
