// Ways from one part of a review to another: a line of the notes leads to the block that it became, a point to its edit. What can be led
// to carries its name in `data-at`; the word before the colon says in which pane it is.

import { createContext, use } from 'react'

/** A Lead opens a pane, or the pane that shows something, and takes the eyes and the keyboard there. */
type Lead = (name: string) => void

export const LeadContext = createContext<Lead>(() => {})
export const useLead = (): Lead => use(LeadContext)

/** TargetContext is what was last led to, for lists that draw their end on demand. */
export const TargetContext = createContext<string | undefined>(undefined)

/** at makes an element something that can be led to. */
export const at = (kind: string, id: string | number) => ({ 'data-at': `${kind}:${id}`, tabIndex: -1 })
