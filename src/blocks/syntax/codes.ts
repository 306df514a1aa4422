// Characters as the Markdown parser hands them over: its own negative codes for line ends and tabs, else code units.

import type { Code } from 'micromark-util-types'

export const isLineEnd = (code: Code): boolean => code !== null && code < -2
export const isBlankCode = (code: Code): boolean => code === -2 || code === -1 || code === 32
