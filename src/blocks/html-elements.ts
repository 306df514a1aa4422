// Which tags are HTML. `<id>`, `List<String>` and `galley import <folder>` are words, although a browser would hide them.

/** Of the obsolete ones those are missing that people write as a placeholder: `<dir>`, `<param>`. */
const ELEMENTS = new Set(
  'a abbr acronym address area article aside audio b base bdi bdo big blockquote body br button canvas caption center cite code col colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark marquee math menu meta meter nav nobr noembed noframes noscript object ol optgroup option output p picture plaintext pre progress q rb rp rt rtc ruby s samp script search section select slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp'.split(
    ' ',
  ),
)

/** isElement takes a name as it was written: `<Object>` is a type or a component, though HTML has an element of that name. */
export const isElement = (name: string): boolean => !/^[A-Z][a-z]/.test(name) && ELEMENTS.has(name.toLowerCase())

const WRITTEN_TAG = /<([a-z][a-z\d-]*)(?:[\s/][^<>]*)?>/gi

/** unknownTagsIn are the opening tags in a text that are no elements. */
export const unknownTagsIn = (text: string): string[] =>
  [...text.matchAll(WRITTEN_TAG)].flatMap(([tag, name]) => (isElement(name!) ? [] : [tag]))

const TAG = /<(\/?)([a-z][a-z\d-]*)(?=[\s/>])/gi

/** Of `[text](<a file.md>)` and `[label]: <a file.md>`. */
const BEFORE_ADDRESS = /\](?:\(|:)\s{0,3}$/

/**
 * replaceUnknownTags gives another beginning to each tag that is no element. What svg and math hold are elements of their own,
 * and a backslash makes text of a tag anyway.
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
