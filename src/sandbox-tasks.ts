// The functions that can run in the sandbox (engine/sandbox.ts), by name.

export { drawSharingPicture } from './features/brand/sharing-picture.ts'
export { compareTexts } from './features/documents/history/diff.ts'
export { setMath } from './features/documents/html/math.ts'
export { writeMarkdown } from './features/documents/reading/markdown.ts'
export { checkText, findParts, prepareText, renderText } from './features/documents/writing/prepare/prepare.ts'
export { rewriteText } from './features/exchange/preview/markdown-view.ts'
export { readFile, tryReadSaved } from './features/exchange/preview/read-file.ts'
