// The editor's view of a video: files are played, other sites are loaded on click, as on the page.

import { EMBED_RIGHTS, embedOf, embedPage, ratioOf } from 'galley-blocks/embeds.ts'
import { button, element } from './controls.ts'

type VideoView = { dom: HTMLElement }
type VideoSpec = {
  implementation: { render: (this: never, ...args: never[]) => { dom: HTMLElement | DocumentFragment } }
}

export function withEmbed<S extends VideoSpec>(spec: S): S {
  const { render } = spec.implementation
  const withFrame: VideoSpec['implementation']['render'] = function (...args) {
    const view = Reflect.apply(render, this, args) as VideoView
    const [{ props }] = args as unknown as [{ props: { url: string; name: string; ratio: string } }]
    const embed = embedOf(props.url)
    const name = props.name || embed?.page
    if (!embed || !name) return view
    const open = button('galley-embed', `${name} ${embed.site}`, '', () => {
      const frame = element('iframe', 'galley-embed')
      Object.assign(frame, { title: name, src: embedPage(props.url), allow: EMBED_RIGHTS.allow })
      frame.setAttribute('sandbox', EMBED_RIGHTS.sandbox)
      frame.style.aspectRatio = open.style.aspectRatio
      open.replaceWith(frame)
    })
    open.style.aspectRatio = ratioOf(props.ratio)?.ratio ?? ''
    open.append(element('strong', '', name), ' ', element('small', '', embed.site))
    view.dom.querySelector('video')?.replaceWith(open)
    return view
  }
  return { ...spec, implementation: { ...spec.implementation, render: withFrame } }
}
