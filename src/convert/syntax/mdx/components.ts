// What the components of MDX pages mean: one table for those that tools share, and one for each tool's own. A component that
// no table has is kept unchanged around its content.

import type { PresetName } from '../../preset-names.ts'

/**
 * A Component becomes a container of ours (named by itself, or by one of its attributes), its title taken from the first of
 * some attributes; or only what it holds, perhaps below a line with its title, or as the next step of a list; or a list item
 * named by an attribute; with `anchor` its title is an id, after that; or the text of an attribute, or of the file that it names;
 * or a video of another site, by its id; or nothing.
 */
export type Component =
  | { container: string; kind?: readonly string[]; title?: readonly string[] }
  | { transparent: true; title?: readonly string[]; href?: readonly string[]; anchor?: string; isStep?: true }
  | { item: readonly string[]; anchor?: string }
  | { text: readonly string[] }
  | { picture: readonly string[] }
  | { part: readonly string[] }
  | { video: string }
  | { dropped: true }

const callout = (container: string): Component => ({ container, title: ['title'] })
const transparent: Component = { transparent: true }
const titled = { transparent: true, title: ['title', 'name'], href: ['href', 'to', 'link'] } satisfies Component
const step: Component = { ...titled, isStep: true }
const folded: Component = { container: 'details', title: ['title', 'summary', 'label', 'header'] }
const tab: Component = { container: 'tab', title: ['label', 'title', 'value', 'name'] }
const picture: Component = { picture: ['src', 'img', 'light', 'lightSrc', 'sources'] }

/** Shown as a link: embeds of other sites are not loaded without consent. */
const youtube: Component = { video: 'https://www.youtube.com/watch?v=' }
const field: Component = { item: ['name', 'body', 'path', 'query', 'header'], anchor: 'param-' }

const SHARED: Readonly<Record<string, Component>> = {
  Aside: { container: 'note', kind: ['type', 'variant'], title: ['title'] },
  Admonition: { container: 'note', kind: ['type', 'kind'], title: ['title'] },
  Callout: { container: 'note', kind: ['type', 'kind', 'variant', 'intent'], title: ['title'] },
  Alert: { container: 'note', kind: ['type', 'kind', 'variant', 'severity'], title: ['title'] },
  Note: callout('note'),
  Info: callout('info'),
  Tip: callout('tip'),
  Check: callout('success'),
  Important: callout('important'),
  Warning: callout('warning'),
  Caution: callout('caution'),
  Danger: callout('danger'),
  Tabs: { container: 'tabs' },
  TabItem: tab,
  Tab: tab,
  CodeGroup: { container: 'code-group' },
  CodeTabs: { container: 'code-group' },
  Details: folded,
  Accordion: folded,
  Expandable: folded,
  Collapsible: folded,
  Spoiler: folded,
  Card: titled,
  LinkCard: titled,
  LinkButton: titled,
  Step: step,
  Cards: transparent,
  CardGroup: transparent,
  CardGrid: transparent,
  Columns: transparent,
  Column: transparent,
  Row: transparent,
  Steps: transparent,
  AccordionGroup: transparent,
  Frame: transparent,
  Fragment: transparent,
  Badge: { text: ['text', 'label', 'children'] },
  Image: picture,
  Picture: picture,
  ThemedImage: picture,
  Icon: { dropped: true },
  LiteYouTubeEmbed: youtube,
  YouTube: youtube,
  Youtube: youtube,
  YouTubeEmbed: youtube,
  Vimeo: { video: 'https://vimeo.com/' },
}

const OWN: Partial<Record<PresetName, Readonly<Record<string, Component>>>> = {
  docusaurus: { TOCInline: { dropped: true }, DocCardList: { dropped: true } },
  starlight: { FileTree: transparent, ReadMore: transparent, Box: transparent, Checklist: transparent },
  mintlify: {
    Step: { ...step, anchor: '' },
    Tooltip: transparent,
    Update: { transparent: true, title: ['label'] },
    Snippet: { part: ['file'] },
    ParamField: field,
    ResponseField: field,
    Tree: transparent,
    'Tree.Folder': { item: ['name'] },
    'Tree.File': { item: ['name'] },
    Tile: titled,
    View: titled,
    Panel: transparent,
    Visibility: transparent,
    RequestExample: transparent,
    ResponseExample: transparent,
  },
}

/** Undefined for unknown components. Any name that ends with `Tabs` counts as tabs. */
export function componentOf(preset: PresetName, name: string): Component | undefined {
  const own = OWN[preset] ?? {}
  if (Object.hasOwn(own, name)) return own[name]
  if (Object.hasOwn(SHARED, name)) return SHARED[name]
  return /Tabs$/.test(name) ? { container: 'tabs' } : undefined
}
