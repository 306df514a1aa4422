// The words of a home page that its front matter holds (VitePress, Starlight): its name, what it says below, where its buttons
// lead, and its features. As Markdown they stand above the page's own text.

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

/** withHero adds what the page does not say itself: an export has written it there. */
export function withHero(rest: Fields, body: string): string {
  const { name, title, text, tagline, actions } = asFields(rest.hero)
  const said = [
    words(name ?? title) && `# ${words(name ?? title)}`,
    words(text) && `**${words(text)}**`,
    words(tagline),
    asList(actions)
      .map((action) => linked(words(action.text), action.link))
      .filter((action) => action !== '')
      .map((action) => `- ${action}`)
      .join('\n'),
    ...asList(rest.features).flatMap((feature) => [
      words(feature.title) && `### ${linked(words(feature.title), feature.link)}`,
      words(feature.details),
    ]),
  ].filter((part) => part !== '')
  const [sign] = [words(tagline), words(text), ...asList(rest.features).map((one) => words(one.title))].filter(Boolean)
  const isThere = sign !== undefined && body.includes(sign)
  return said.length === 0 || isThere ? body : `${said.join('\n\n')}\n\n${body}`
}
