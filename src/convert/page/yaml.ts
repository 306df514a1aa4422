// YAML whose cost follows from its length, for front matter and for the files of tools.

import {
  type Document,
  type DocumentOptions,
  isCollection,
  isScalar,
  type ParseOptions,
  parseDocument,
  visit,
} from 'yaml'

const MOST_ALIASES = 20

type YamlOptions = ParseOptions & DocumentOptions & { merge?: boolean }

/**
 * parseYaml: pretty errors quote the line that they are in, each of them, which is quadratic for one long line; and each key
 * would be compared with all others, which keyProblem() does at once.
 */
export const parseYaml = (source: string, options: YamlOptions): Document.Parsed =>
  parseDocument(source, { ...options, prettyErrors: false, uniqueKeys: false })

export const yamlValue = (yaml: Document): unknown => yaml.toJS({ maxAliasCount: MOST_ALIASES })

type KeyProblem = { message: string; offset: number; isDeep: boolean }

/** Refuses complex keys, whose cost doubles with each level, and duplicate keys. */
export function keyProblem(yaml: Document): KeyProblem | undefined {
  let found: KeyProblem | undefined
  visit(yaml, {
    Map: (_, { items }) => {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        const name = isScalar(key) ? key.value : undefined
        const offset = (key as { range?: [number] } | null)?.range?.[0] ?? 0
        if (isCollection(key)) found = { message: 'Keys must be text', offset, isDeep: true }
        else if (seen.has(name)) found ??= { message: 'Map keys must be unique', offset, isDeep: false }
        seen.add(name)
      }
      return found?.isDeep ? visit.BREAK : undefined
    },
  })
  return found
}
