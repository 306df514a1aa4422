// What the editor minds and draws beyond its own: levels, open tabs, formulas, footnotes, the colours of code, and what was found.

import { codeColours } from './code-colours.ts'
import { findSlot } from './find/find-slot.ts'
import { footnotes } from './footnotes.ts'
import { inlineMath } from './inline-math.ts'
import { levels } from './levels.ts'
import { openTabs } from './open-tabs.ts'

export const EXTENSIONS = [levels, openTabs, inlineMath, footnotes, codeColours, findSlot]
