// The home page that front matter holds (VitePress, Starlight): its name, what it says below, its buttons, picture and features.
// As a hero and cards they stand above the page's own text.

type Fields = Readonly<Record<string, unknown>>

const asFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
const asList = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(asFields) : [])
const words = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .replace(/<[^<>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
    : ''
const linked = (text: string, href: unknown): string =>
  text !== '' && typeof href === 'string' && !/[\s()<>]/.test(href) ? `[${text}](${href})` : text

/** A container around its content. */
const box = (name: string, title: string, inside: string[]): string[] =>
  title === '' && inside.length === 0
    ? []
    : [`:::${name}${title && `[${title.replace(/[[\]\\]/g, '\\$&')}]`}\n${inside.join('\n\n')}\n:::`]

const picture = (value: unknown): string => {
  const image = typeof value === 'string' ? value : (asFields(value).src ?? asFields(value).light)
  const alt = words(asFields(value).alt)
  return typeof image === 'string' && !/[\s()<>]/.test(image) ? `![${alt.replace(/[[\]]/g, '')}](${image})` : ''
}

/** Prepends the hero unless the page's text already contains it, as an export's does. */
export function withHero(rest: Fields, body: string): string {
  const { name, title, text, tagline, actions, image } = asFields(rest.hero)
  const buttons = asList(actions)
    .map((action) => linked(words(action.text), action.link))
    .filter((action) => action !== '')
    .map((action) => `- ${action}`)
    .join('\n')
  const lines = [words(text) && `**${words(text)}**`, words(tagline), buttons, picture(image)]
  const features = asList(rest.features).flatMap((feature) => {
    const [head, details] = [linked(words(feature.title), feature.link), words(feature.details)]
    return head === '' ? [] : [`- ${head}${details && `\n\n  ${details}`}`]
  })
  const heroLines = [
    // The title of the document, too.
    ...(words(name ?? title) === '' ? [] : [`# ${words(name ?? title)}`]),
    ...box(
      'hero',
      words(name ?? title),
      lines.filter((line) => line !== ''),
    ),
    ...box('cards', '', features),
  ]
  const [sign] = [words(tagline), words(text), ...asList(rest.features).map((one) => words(one.title))].filter(Boolean)
  const isThere = sign !== undefined && body.includes(sign)
  return heroLines.length === 0 || isThere ? body : `${heroLines.join('\n\n')}\n\n${body}`
}
