// The editor's extensions: levels, open tabs, formulas, footnotes, highlighting, search.

import { codeColours } from './code-colours.ts'
import { findSlot } from './find/find-slot.ts'
import { footnotes } from './footnotes.ts'
import { inlineMath } from './inline-math.ts'
import { levels } from './levels.ts'
import { openTabs } from './open-tabs.ts'

export const EXTENSIONS = [levels, openTabs, inlineMath, footnotes, codeColours, findSlot]
