// The wording of prompts: one text file each in prompts/, read once, with {places} that are filled in.

import { readFileSync } from 'node:fs'
import { fill } from '#languages/languages.ts'

type PromptName =
  | 'system'
  | 'style'
  | 'guide'
  | 'plan'
  | 'extract'
  | 'question'
  | 'draft'
  | 'section'
  | 'verify'
  | 'answer'
  | 'repair'

const loaded = new Map<PromptName, string>()

/** promptText gives a prompt with its places filled; a value is never looked through for places again. */
export function promptText(name: PromptName, values: Record<string, string> = {}): string {
  const file = new URL(`prompts/${name}.md`, import.meta.url)
  return fill(loaded.get(name) ?? loaded.set(name, readFileSync(file, 'utf8').trim()).get(name)!, values)
}
