// The functions that can run in the sandbox (engine/sandbox.ts), by name.

export { drawSharingPicture } from './features/brand/sharing-picture.ts'
export { setMath } from './features/documents/html/math.ts'
export { writeMarkdown } from './features/documents/reading/markdown.ts'
export { checkText, findParts, prepareText, renderText } from './features/documents/writing/prepare/prepare.ts'
export { readFile } from './features/exchange/page/read-file.ts'
export { rewriteText } from './features/exchange/preview/markdown-view.ts'
export { tryReadSaved } from './features/exchange/saved/read-saved.ts'
