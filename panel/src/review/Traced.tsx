// A block that shows its sources on hover or focus. Delays let the pointer cross a block without opening the card, and move
// from the block to the card without closing it.

import { UnstyledButton } from '@mantine/core'
import { IconQuote } from '@tabler/icons-react'
import type { Provenance } from 'galley-client/open.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { lazily } from '../ui/lazily.tsx'
import classes from './review.module.css'

const ProvenanceCard = lazily(() => import('./ProvenanceCard.tsx'), 'ProvenanceCard')

type Props = {
  entry: Provenance[string]
  slugs: ReadonlyMap<number, string>
  label: string
  children: ReactNode
}

export function Traced({ entry, slugs, label, children }: Props) {
  // The first hover loads the card's code.
  const [near, setNear] = useState(false)
  const [open, setOpen] = useState(false)
  const mark = useRef<HTMLButtonElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const show = (next: boolean, wait: number) => {
    setNear(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(next), wait)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for the pointer; the keyboard has the button inside. */}
      <div
        className={classes.traced}
        data-origin={entry.origin}
        onMouseEnter={() => show(true, 250)}
        onMouseLeave={() => show(false, 150)}
      >
        {children}
        <UnstyledButton
          ref={mark}
          className={classes.trace}
          aria-label={`Where this comes from: ${label.slice(0, 60)}`}
          onFocus={() => show(true, 0)}
          onBlur={() => show(false, 150)}
          onClick={() => show(!open, 0)}
        >
          <IconQuote size={14} aria-hidden />
        </UnstyledButton>
      </div>
      {near && (
        <ProvenanceCard
          entry={entry}
          slugs={slugs}
          mark={mark}
          opened={open}
          onChange={setOpen}
          onStay={(stays) => show(stays, stays ? 0 : 150)}
        />
      )}
    </>
  )
}
