// Navigation within a review: from a note's line to its block, from a point to its edit. Targets have a name in `data-at`;
// the word before the colon tells the pane.

import { createContext, use } from 'react'

/** Opens the target's pane and moves scroll position and focus there. */
type Lead = (name: string) => void

export const LeadContext = createContext<Lead>(() => {})
export const useLead = (): Lead => use(LeadContext)

/** The last target, for lists that render on demand. */
export const TargetContext = createContext<string | undefined>(undefined)

/** Makes an element a target. */
export const at = (kind: string, id: string | number) => ({ 'data-at': `${kind}:${id}`, tabIndex: -1 })
