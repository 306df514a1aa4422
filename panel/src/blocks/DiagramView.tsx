// A diagram as readers see it, in Mermaid's frame (galley-look/diagram.js). Its source is shown beside it.

import { Text } from '@mantine/core'
import { diagramFrame } from 'galley-look/diagram.js'
import { useEffect, useRef, useState } from 'react'
import classes from './blocks.module.css'

export function DiagramView({ source }: { source: string }) {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef<ReturnType<typeof diagramFrame>>(undefined)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    const drawing = diagramFrame('Diagram, described by its text', {
      onDrawn: () => setProblem(''),
      onFailed: setProblem,
    })
    shown.current = drawing
    place.current?.append(drawing.frame)
    return drawing.remove
  }, [])
  useEffect(() => shown.current?.draw(source), [source])
  return (
    <>
      <div ref={place} className={classes.diagram} hidden={problem !== '' || source.trim() === ''} />
      {problem !== '' && (
        <Text fz="sm" c="dimmed">
          This diagram can't be drawn. {problem}
        </Text>
      )}
    </>
  )
}
