// Shortcodes of Kubernetes' documentation, which sites made after it have taken over: fixed headings, a glossary, versions
// counted from the site's own, and how far a feature is.

import { readFrontMatter } from '../../page/front-matter.ts'
import type { Include, PageParts } from '../includes.ts'
import { type Rules, type Tag, wordOf } from '../tags.ts'

const HEADINGS: Readonly<Record<string, string>> = {
  whatsnext: "What's next",
  prerequisites: 'Before you begin',
  objectives: 'Objectives',
  cleanup: 'Cleaning up',
  synopsis: 'Synopsis',
  options: 'Options',
  parentoptions: 'Options inherited from parent commands',
  examples: 'Examples',
  seealso: 'See also',
  envvars: 'Environment variables',
}

/** definition is a page of the glossary, in short or whole. */
function definition({ named: { term_id: term, prepend, length } }: Tag): Include | undefined {
  if (term === undefined) return undefined
  return {
    path: `glossary/${term}.md`,
    part: length === 'short' ? { before: '<!--more-->' } : undefined,
    lead: prepend,
  }
}

/** featureState is said in the tag, or by the last stage of the feature's own page. */
function featureState({ named }: Tag, parts: PageParts): string | undefined {
  const { for_k8s_version: version = parts.value('version'), state, feature_gate_name: gate } = named
  const line = (since: unknown, stage: unknown) => `<strong>Feature state:</strong> Kubernetes ${since} (${stage})`
  if (gate === undefined) return version === undefined || state === undefined ? undefined : line(version, state)
  const page = parts.find(`feature-gates/${gate}.md`)
  const stages = page && readFrontMatter(page.text, { foreign: true }).rest.stages
  const last: Record<string, unknown> | undefined = Array.isArray(stages) ? stages.at(-1) : undefined
  return last && `${line(`v${last.fromVersion}`, last.stage)}, ${last.defaultValue ? 'on' : 'off'} by default`
}

/** STEPS are how many minor versions from the latest one a word means. */
const STEPS: Readonly<Record<string, number>> = {
  latestVersion: 0,
  nextMinorVersion: 1,
  prevMinorVersion: -1,
  oldestMinorVersion: -2,
}

function skew({ words: [what = '', step = '0', separator = '.'] }: Tag, { value }: PageParts): string | undefined {
  const isCurrent = what.startsWith('current')
  const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(value(isCurrent ? 'version' : 'latest') ?? '') ?? []
  const steps = what.endsWith('AddMinor') ? Number(step) : what === 'currentVersion' ? 0 : STEPS[what]
  return minor === undefined || !Number.isInteger(steps) ? undefined : `${major}${separator}${Number(minor) + steps!}`
}

export const KUBERNETES: Rules = {
  'feature-state': { text: featureState, isBlock: true },
  glossary_definition: { include: definition },
  glossary_tooltip: { text: (tag) => wordOf(tag, 'text', 'term_id') },
  heading: { text: (tag) => HEADINGS[tag.words[0] ?? ''] },
  skew: { text: skew },
}
