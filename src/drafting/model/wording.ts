// Prompt texts: one file each in prompts/, read once, with {placeholders}.

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

/** Fills a prompt's placeholders; values are never searched for placeholders. */
export function promptText(name: PromptName, values: Record<string, string> = {}): string {
  const file = new URL(`prompts/${name}.md`, import.meta.url)
  return fill(loaded.get(name) ?? loaded.set(name, readFileSync(file, 'utf8').trim()).get(name)!, values)
}
