// The thread that parse.ts starts: one text in, its blocks out.

import { parentPort, workerData } from 'node:worker_threads'
import { blocksFromMarkdown } from '#blocks/from-markdown.ts'

parentPort!.postMessage(blocksFromMarkdown(workerData as string))
