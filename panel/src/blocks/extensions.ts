// What the editor draws beyond its own: open tabs, formulas, footnotes, the colours of code, and what was found.

import { codeColours } from './code-colours.ts'
import { findSlot } from './find/find-slot.ts'
import { footnotes } from './footnotes.ts'
import { inlineMath } from './inline-math.ts'
import { openTabs } from './open-tabs.ts'

export const EXTENSIONS = [openTabs, inlineMath, footnotes, codeColours, findSlot]
