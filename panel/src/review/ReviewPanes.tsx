// The layout of a review: sources, text, open points, in three columns, two, or tabs on a phone.

import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { notify } from '../ui/notify.ts'
import { LeadContext, TargetContext } from './leads.ts'
import { type Pane, ReviewColumn } from './ReviewColumn.tsx'
import classes from './review.module.css'

/** Three columns need 1,440 pixels beside the navigation; below 992 there is room for one. */
const THREE = '(min-width: 90em)'
const TWO = '(min-width: 62em)'
/** Timeout for a target whose pane may have to be loaded first. */
const LONGEST_LOOK_MS = 8_000

type Props = { before: Pane; main: Pane[]; after: Pane; children?: ReactNode }

export function ReviewPanes({ before, main, after, children }: Props) {
  const isThree = useMediaQuery(THREE, false, { getInitialValueInEffect: false })
  const isTwo = useMediaQuery(TWO, false, { getInitialValueInEffect: false })
  const panes = [...main, after, before]
  const columns = isThree ? [[before], main, [after]] : isTwo ? [main, [after, before]] : [panes]
  const root = useRef<HTMLDivElement>(null)
  // Latest first: each column shows its most recently chosen pane.
  const [chosen, setChosen] = useState<string[]>([])
  const choose = useCallback((name: string) => setChosen((now) => [name, ...now.filter((other) => other !== name)]), [])
  const [target, setTarget] = useState<{ name: string }>()
  // A stable function, because hundreds of lines hold it.
  const latest = useRef(panes)
  latest.current = panes
  const lead = useCallback(
    (name: string) => {
      const kind = name.split(':', 1)[0]!
      const { current: all } = latest
      const pane = all.find((one) => one.name === name) ?? all.find(({ holds }) => holds.includes(kind))
      if (pane) choose(pane.name)
      if (pane?.name !== name) setTarget({ name })
    },
    [choose],
  )
  useEffect(() => {
    if (!target) return
    const named = `[data-at="${CSS.escape(target.name)}"]`
    const giveUpAt = performance.now() + LONGEST_LOOK_MS
    let frame = 0
    const look = () => {
      const found = root.current?.querySelector<HTMLElement>(named)
      if (found) show(found)
      else if (performance.now() < giveUpAt) frame = requestAnimationFrame(look)
      else notify('It is no longer there.')
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [target])
  return (
    <LeadContext value={lead}>
      <TargetContext value={target?.name}>
        <div ref={root} className={classes.columns} data-columns={columns.length}>
          {columns.map((some, index) => (
            <ReviewColumn
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are identified by position.
              key={index}
              panes={some}
              shown={chosen.find((name) => some.some((pane) => pane.name === name)) ?? some[0]?.name}
              isBeside={some !== main && columns.length > 1}
              onChoose={choose}
            />
          ))}
        </div>
        {children}
      </TargetContext>
    </LeadContext>
  )
}

function show(element: HTMLElement): void {
  element.scrollIntoView({ block: 'center' })
  element.focus({ preventScroll: true })
  element.animate([{ backgroundColor: 'var(--mark)' }, { backgroundColor: 'transparent' }], 1600)
}
