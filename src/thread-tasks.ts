// What runs in the threads beside the event loop (engine/threads.ts), by name: texts whose reading takes its time.

export { readFile } from './features/documents/folder/page/read-file.ts'
export { tryReadSaved } from './features/documents/folder/saved/read-saved.ts'
export { drawMermaid } from './features/documents/html/diagrams.ts'
export { writeMarkdown } from './features/documents/reading/markdown.ts'
export { prepareText } from './features/documents/writing/prepare/prepare.ts'
