// The names of HTML elements. Other tags, as in `<id>`, `List<String>` and `galley import <folder>`, are text, although a
// browser would hide them.

/** Without obsolete elements that people use as placeholders: `<dir>`, `<param>`. */
const ELEMENTS = new Set(
  'a abbr acronym address area article aside audio b base bdi bdo big blockquote body br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark marquee math menu meta meter nav nobr noembed noframes noscript object ol optgroup option output p picture plaintext pre progress q rb rp rt rtc ruby s samp script search section select slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp'.split(
    ' ',
  ),
)

/** Takes a name as written: `<Object>` is a type or a component, although HTML has such an element. */
export const isElement = (name: string): boolean => !/^[A-Z][a-z]/.test(name) && ELEMENTS.has(name.toLowerCase())

const WRITTEN_TAG = /<([a-z][a-z\d-]*)(?:[\s/][^<>]*)?>/gi

/** Opening tags in a text that aren't elements. */
export const unknownTagsIn = (text: string): string[] =>
  [...text.matchAll(WRITTEN_TAG)].flatMap(([tag, name]) => (isElement(name!) ? [] : [tag]))

const TAG = /<(\/?)([a-z][a-z\d-]*)(?=[\s/>])/gi

/** The beginning of `[text](<a file.md>)` and `[label]: <a file.md>`. */
const BEFORE_ADDRESS = /\](?:\(|:)\s{0,3}$/

/**
 * Replaces the `<` of each tag that isn't an element. Skips content of svg and math, which have their own elements, and
 * escaped tags.
 */
export function replaceUnknownTags(source: string, beginning: string): string {
  let foreignUntil = 0
  const unclosed = new Set<string>()
  return source.replace(TAG, (tag, slash: string, given: string, at: number) => {
    if (at < foreignUntil) return tag
    if (isElement(given)) {
      const name = given.toLowerCase()
      if (slash === '' && (name === 'svg' || name === 'math') && !unclosed.has(name)) {
        foreignUntil = source.indexOf(`</${given}`, at)
        if (foreignUntil === -1) unclosed.add(name)
      }
      return tag
    }
    const before = source.slice(Math.max(0, at - 6), at)
    return before.endsWith('\\') || BEFORE_ADDRESS.test(before) ? tag : beginning + tag.slice(1)
  })
}
