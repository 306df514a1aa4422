// Content as readers see it, from the HTML of galley-blocks/html, which escapes all text. Links open beside the panel, and
// diagrams are drawn.

import 'galley-look/content.css'
import './content.css'
import './words.css'
import { diagramFrame } from 'galley-look/diagram.js'
import { useEffect, useMemo, useRef } from 'react'
import { inEnglish } from './drawing.ts'

export function ContentHtml({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null)
  const content = useMemo(() => ({ __html: inEnglish(html) }), [html])
  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML has new links and diagrams.
  useEffect(() => {
    for (const link of place.current!.querySelectorAll('a'))
      Object.assign(link, { target: '_blank', rel: 'noreferrer' })
    const drawings = [...place.current!.querySelectorAll('figure.diagram')].map(drawn)
    return () => {
      for (const remove of drawings) remove()
    }
  }, [content])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the renderer's own HTML, the same as on the site.
  return <div ref={place} className="content" dangerouslySetInnerHTML={content} />
}

function drawn(figure: Element): () => void {
  const text = figure.querySelector('details')!
  const source = figure.querySelector('code')!.cloneNode(true) as Element
  for (const line of source.querySelectorAll('del.line')) line.remove()
  const { frame, draw, remove } = diagramFrame('Diagram, described by the text below', {
    onDrawn: () => {
      text.open = figure.querySelector('.line') !== null
    },
    onFailed: () => {
      text.open = true
      frame.hidden = true
    },
  })
  figure.prepend(frame)
  draw(source.textContent.trim())
  return remove
}
