// The language of an imported page that does not say it: by its folder (`de/`, `i18n/zh-cn/`), its name (`page.de.md`), or its
// words. A guess is written down only for a new document, and only where it is not the site's language.

import { basename, dirname, posix } from 'node:path'
import { guessLanguage } from '#languages/detect.ts'
import { baseOf, languageTag } from '#languages/tag.ts'

/** Tags that documentation is translated into. Others are rather words: `go/`, `js/`, `api/`. */
const TRANSLATED = new Set(
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nb nl no pl pt ro ru sk sl sr sv ta th tr uk ur vi zh'.split(
    ' ',
  ),
)
const LANGUAGE_NAME = /^[a-z]{2}(?:[-_](?:[a-z]{2}|hans|hant))?$/i
/** Folders whose subfolders are languages. */
const HOLDS_LANGUAGES = new Set(['i18n', 'l10n', 'locales', 'translations', 'content', 'lang'])

const tagOf = (name: string): string | undefined => {
  const tag = LANGUAGE_NAME.test(name) ? languageTag(name) : undefined
  return tag !== undefined && TRANSLATED.has(baseOf(tag)) ? tag : undefined
}

export class FolderLanguages {
  /** The folders that hold a language, by path. */
  readonly #tags = new Map<string, string>()
  readonly #site: string
  readonly #root: string | undefined

  constructor(root: string, folders: readonly string[], site: string) {
    this.#site = site
    for (const [parent, names] of Map.groupBy(folders, (path) => posix.dirname(path))) {
      const named = names.flatMap((path) => {
        const tag = tagOf(posix.basename(path))
        return tag === undefined ? [] : { path, tag }
      })
      // One `it/` may be a department; `it/` beside `en/` is Italian.
      if (named.length > 1 || HOLDS_LANGUAGES.has(posix.basename(parent).toLowerCase()))
        for (const { path, tag } of named) this.#tags.set(path, tag)
    }
    this.#root = languageAbove(root)
  }

  /** guess is undefined for the language of the site. */
  guess(path: string, text: string): string | undefined {
    const named = this.#named(path)
    const read = guessLanguage(text)
    // An untranslated page in a translated folder is still in the original language.
    const tag = named !== undefined && (read === undefined || baseOf(named) === read) ? named : (read ?? named)
    return tag === undefined || tag === this.#site || tag === baseOf(this.#site) ? undefined : tag
  }

  #named(path: string): string | undefined {
    const suffix = tagOf(/\.([a-z-]{2,7})\.(?:md|mdx|markdown)$/i.exec(path)?.[1] ?? '')
    if (suffix !== undefined) return suffix
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder))
      if (this.#tags.has(folder)) return this.#tags.get(folder)
    return this.#root
  }
}

/** The language from the folder's own path, such as `content/de/docs`. */
function languageAbove(root: string): string | undefined {
  for (const folder of [root, dirname(root)])
    if (HOLDS_LANGUAGES.has(basename(dirname(folder)).toLowerCase())) return tagOf(basename(folder))
  return undefined
}
