// The editor's view of a video: one that is watched on another site is a link here too, not a player that plays nothing.

import { videoSiteOf, videoWords } from 'galley-blocks/videos.ts'
import { element } from './controls.ts'

type VideoView = { dom: HTMLElement }
type VideoSpec = {
  implementation: { render: (this: never, ...args: never[]) => { dom: HTMLElement | DocumentFragment } }
}

export function withVideoLink<S extends VideoSpec>(spec: S): S {
  const { render } = spec.implementation
  const withLink: VideoSpec['implementation']['render'] = function (...args) {
    const view = Reflect.apply(render, this, args) as VideoView
    const [{ props }] = args as unknown as [{ props: { url: string; name: string } }]
    const site = videoSiteOf(props.url)
    if (!site) return view
    const link = element('a', 'galley-video', `▶ ${videoWords(props.name, site)}`)
    Object.assign(link, { href: props.url, target: '_blank', rel: 'noopener' })
    view.dom.querySelector('video')?.replaceWith(link)
    return view
  }
  return { ...spec, implementation: { ...spec.implementation, render: withLink } }
}
