// Saved blocks as Markdown. A thousand characters of broken lines may take 15 ms, so long documents are written in the
// sandbox: otherwise any reader could block the service.

import type { Actor } from '#actor.ts'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import type { Deps } from '#deps.ts'
import { TooCostly } from '#engine/sandbox.ts'
import { unavailable } from '#errors.ts'
import { MINUTE } from '#time.ts'

/** Characters of JSON that are written on the event loop. */
const SHORT = 8_000

export async function markdownOf({ sandbox }: Pick<Deps, 'sandbox'>, actor: Actor, blocks: string): Promise<string> {
  if (blocks.length <= SHORT) return writeMarkdown(blocks)
  try {
    return await sandbox.run<string>(actor, 'writeMarkdown', blocks, MINUTE)
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error
    throw unavailable('This document is too long to be written as Markdown')
  }
}

/** Runs in the sandbox (src/sandbox-tasks.ts). */
export const writeMarkdown = (blocks: string): string => blocksToMarkdown(JSON.parse(blocks))
