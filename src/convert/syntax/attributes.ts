// The attributes of a tag, positional and named: `note "Read this" style="info" open`.

const WORD =
  /([\w.:-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|`([^`]*)`|([^\s"'`]+))|"((?:[^"\\]|\\.)*)"|'([^']*)'|`([^`]*)`|([^\s"'`]+)/g

export function attributesOf(source: string): { words: string[]; named: Record<string, string> } {
  const words: string[] = []
  const named: Record<string, string> = Object.create(null)
  for (const [, name, ...values] of source.matchAll(WORD)) {
    const value = (values.find((one) => one !== undefined) ?? '').replace(/\\(.)/g, '$1')
    if (name === undefined) words.push(value)
    else named[name] = value
  }
  return { words, named }
}
