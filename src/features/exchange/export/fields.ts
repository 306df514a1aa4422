// The front matter of an exported document. One that came from a file of the same tool says what that file said, in its words,
// and beyond that only what has changed since; what the tool's import would find out by itself is left out.

import { isDeepStrictEqual } from 'node:util'
import { MAX_SUMMARY } from '#features/documents/limits.ts'
import { cut } from '../page/file.ts'
import { fieldKey, fieldsIn } from '../page/front-matter.ts'
import type { SourceFile } from '../page/source-file.ts'
import { publishedBy } from '../page/unpublished.ts'
import type { PresetName } from '../preset-names.ts'
import { presetNamed } from '../presets/presets.ts'
import { plainText } from '../syntax/plain-text.ts'
import { type ExportedFields, fieldsFor, ORDERED_BY_LIST } from './files.ts'

/** What the file says without its front matter: by its name, its first heading, its folder, its language. */
type ImpliedFields = Pick<ExportedFields, 'title' | 'slug' | 'lang' | 'position'>

type FieldsToWrite = {
  preset: PresetName
  siteLang: string
  source: SourceFile | undefined
  /** kept is what an imported file said that we have no field for. */
  kept: Record<string, unknown>
  now: ExportedFields
  isPublished: boolean
  untold: ImpliedFields
}

export function frontMatterFor({ preset, siteLang, source, kept, now, isPublished, untold }: FieldsToWrite): object {
  const written = { ...source?.fields, ...kept }
  const hides = (key: string) => publishedBy(key.toLowerCase(), written[key]) === false
  const isHidden = Object.keys(written).some(hides)
  // What would hide a document that has been published since.
  for (const key of Object.keys(written)) if (isPublished && hides(key)) delete written[key]
  const fields = { ...now, ...(!isPublished && !isHidden && { draft: true as const }) }
  if (preset === 'plain') return { ...written, ...fields }
  const read = source ? readAgain(source) : {}
  const exported: ExportedFields = { visibility: 'public', ...defined(untold), ...read }
  if (exported.lang === siteLang) delete exported.lang
  for (const name of NAMES) {
    // The page of a folder has no position, and its description may be its text.
    if (!(name in fields)) continue
    const isSaid = isDeepStrictEqual(fields[name], exported[name])
    if (isSaid || (name === 'position' && ORDERED_BY_LIST.has(preset))) delete fields[name]
    const key = fieldKey(written, name === 'summary' && !('summary' in written) ? 'description' : name)
    if (!isSaid && source && key !== undefined) delete written[key]
  }
  return { ...written, ...fieldsFor(preset, fields, written) }
}

const NAMES = ['title', 'slug', 'summary', 'tags', 'visibility', 'access', 'lang', 'position'] as const

/** readAgain is what the import read from that file. */
export function readAgain({ preset, fields: given }: SourceFile): ExportedFields {
  const { fields, rest } = fieldsIn(given)
  const summary = fields.summary ?? fields.description
  const position = fields.position ?? presetNamed(preset).readPosition?.(rest)
  const { title, slug, tags, visibility, access, lang } = fields
  return defined({
    title,
    slug,
    summary: summary && cut(plainText(summary), MAX_SUMMARY),
    tags: tags?.length ? tags : undefined,
    visibility,
    access,
    lang,
    position: typeof position === 'number' ? position : undefined,
  })
}

const defined = <T extends object>(given: T): T =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T
