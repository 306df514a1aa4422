// Schemas of the brand.

import { type Static, Type } from 'typebox'
import { closed, Nullable, named, Timestamp } from '#http/atoms.ts'

const SCHEMES = ['auto', 'light', 'dark'] as const
/** Fields that the environment can set; they can't be changed then. */
const FIXABLE = ['name', 'accent', 'logo', 'logo_dark', 'footer'] as const

const MOST_LINKS = 8
const LONGEST_URL = 1000

const Name = Type.String({ minLength: 1, maxLength: 80, trim: true, examples: ['Harbour docs'] })
const Accent = Type.String({
  pattern: '^#[0-9a-fA-F]{6}$',
  description: 'A colour as #rrggbb. Where it could not be read, a darker or lighter shade of it is shown.',
  examples: ['#0b6e99'],
})
const Scheme = closed(SCHEMES, {
  description: 'What pages look like for people who have not chosen; `auto` follows their system.',
})
const Picture = Type.String({
  maxLength: LONGEST_URL,
  description: 'The address of a picture, as `POST /api/pictures` returns it.',
  examples: ['/pictures/3f2a9c0d4b5e6f708192a3b4c5d6e7f8.png'],
})
const Footer = Type.String({ maxLength: 300, trim: true, examples: ['© Harbour Ltd'] })
const HomeId = Type.Integer({
  description: 'The document that is the front page of the site; null: a list of what there is.',
})
const Addresses = closed(['flat', 'nested'], {
  description: '`nested`: documents are at addresses from the tree, /guide/quick-start; /read/{slug} redirects there.',
})
const BasePath = Type.String({
  pattern: '^(?:/[a-z0-9][a-z0-9-]*)+$',
  maxLength: 100,
  description: 'Stands before nested addresses.',
  examples: ['/handbook'],
})
const Description = Type.String({
  maxLength: 300,
  trim: true,
  description: 'What the site is, for search engines and links to it.',
})
const Announcement = Type.String({ maxLength: 300, trim: true, description: 'A line above every page of the site.' })
const AnnouncementUrl = Type.String({ maxLength: LONGEST_URL, trim: true, description: 'Where the line leads.' })
const Links = Type.Array(
  Type.Object({
    label: Type.String({ minLength: 1, maxLength: 40, trim: true, examples: ['Support'] }),
    url: Type.String({
      minLength: 1,
      maxLength: LONGEST_URL,
      trim: true,
      description: 'An http, https or mailto address, or a path of this site.',
      examples: ['https://harbour.example/support'],
    }),
  }),
  { maxItems: MOST_LINKS, description: 'Links in the top bar and the footer of the public site.' },
)

const Change = <T extends Parameters<typeof Nullable>[0]>(schema: T) => Type.Optional(Nullable(schema))

export const BrandUpdate = named('BrandUpdate', {
  name: Change(Name),
  accent: Change(Accent),
  scheme: Type.Optional(Scheme),
  logo: Change(Picture),
  logo_dark: Change(Picture),
  icon: Change(Picture),
  footer: Change(Footer),
  home_id: Change(HomeId),
  addresses: Type.Optional(Addresses),
  base_path: Change(BasePath),
  description: Change(Description),
  announcement: Change(Announcement),
  announcement_url: Change(AnnouncementUrl),
  announcement_until: Change(Timestamp),
  links: Type.Optional(Links),
})
export type BrandUpdate = Static<typeof BrandUpdate>

export const BrandOut = named('BrandOut', {
  name: Name,
  accent: Accent,
  accent_light: Type.String({ description: 'The shade that is shown on light pages.', examples: ['#0b6e99'] }),
  accent_dark: Type.String({ description: 'The shade that is shown on dark pages.', examples: ['#37b9ee'] }),
  scheme: Scheme,
  logo: Nullable(Type.String({ examples: ['/pictures/3f2a9c0d4b5e6f708192a3b4c5d6e7f8.png'] })),
  logo_dark: Nullable(
    Type.String({
      description: 'For dark pages; null: the same logo.',
      examples: ['/pictures/5e6f708192a3b4c5d6e7f83f2a9c0d4b.png'],
    }),
  ),
  icon: Nullable(Type.String({ examples: ['/pictures/3f2a9c0d4b5e6f708192a3b4c5d6e7f8.png'] })),
  footer: Nullable(Footer),
  home_id: Nullable(HomeId),
  addresses: Addresses,
  base_path: Nullable(BasePath),
  description: Nullable(Description),
  announcement: Nullable(Announcement),
  announcement_url: Nullable(AnnouncementUrl),
  announcement_until: Nullable(Timestamp),
  links: Links,
  fixed: Type.Array(closed(FIXABLE), {
    description: 'Fields that a `GALLEY_SITE_…` setting in the environment has set. They can only be changed there.',
  }),
  updated_at: Nullable(Timestamp),
})
export type BrandOut = Static<typeof BrandOut>
