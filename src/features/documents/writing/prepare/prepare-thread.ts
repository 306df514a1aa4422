// What runs in the threads beside the event loop (engine/threads.ts): texts whose reading takes its time. Texts go in as one
// string, because a string is copied faster than the objects in it.

import { type ContentSource, prepareAside } from './prepare.ts'

export { readFile } from '../../folder/page/read-file.ts'
export { tryReadSaved } from '../../folder/saved/read-saved.ts'
export { drawMermaid } from '../../html/diagrams.ts'
export { writeMarkdown } from '../../reading/markdown.ts'

export const prepareText = (source: string) => prepareAside(JSON.parse(source) as ContentSource)
