// What runs in the threads beside the event loop (engine/threads.ts): long content, made ready to be saved by prepare.ts.

import { prepareAside, type Source } from './prepare.ts'

/** prepareText takes its source as JSON: text is copied faster than the objects in it. */
export const prepareText = (source: string) => prepareAside(JSON.parse(source) as Source)
