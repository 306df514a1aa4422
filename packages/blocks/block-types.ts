// The block types: names, props and content. Used by validation, defaults, comparison, Markdown and the panel's editor; a new
// type starts here. panel/src/blocks/schema.test.ts compares the table with the editor's schema, except for blocks that it
// holds as code.

/**
 * Validation refuses integers out of bounds, unknown choices and unsafe URLs; any other value is kept. A prop at its default
 * equals an absent one.
 */
type PropSpec = {
  kind: 'text' | 'flag' | 'number' | 'integer' | 'url' | 'choice'
  /** The values of a choice. */
  values?: readonly string[]
  /** The prop is part of the block's text. */
  words?: true
  default?: string | boolean | number
  min?: number
  max?: number
  /** Comes from Markdown and is lost in the editor, so its loss isn't an edit. */
  markdownOnly?: true
}

type BlockTypeSpec = {
  /** Styled text with links, plain text (code), table rows, or nothing. */
  content: 'inline' | 'plain' | 'table' | 'none'
  /** Children are part of the block (a list item, a quote), or merely indented below it: Markdown puts those after it. */
  children: 'inside' | 'below'
  /**
   * How the editor holds the block, if differently: `line` is the prop that is its text, `code` the language of the code
   * block that represents it, `source` means a source field instead of content.
   */
  editor?: { line: string } | { code: string } | { source: true }
  props: Readonly<Record<string, PropSpec>>
}

const COLOR = { kind: 'text', default: 'default' } as const
const ALIGNED = { textAlignment: { kind: 'text', default: 'left' } } as const
const COLORED = { textColor: COLOR, backgroundColor: COLOR } as const
const TEXT = { ...COLORED, ...ALIGNED }
const WORDS = { kind: 'text', default: '', words: true } as const
const FILE = {
  backgroundColor: COLOR,
  url: { kind: 'url', default: '' },
  name: WORDS,
  caption: WORDS,
  // An image's own link, which the editor doesn't support.
  link: { kind: 'url', markdownOnly: true },
} as const
const PREVIEWED = { ...FILE, showPreview: { kind: 'flag', default: true } } as const
const SIZED = { ...PREVIEWED, ...ALIGNED, previewWidth: { kind: 'number' } } as const

const TITLED = { editor: { line: 'title' }, content: 'none', children: 'inside', props: { title: WORDS } } as const

export const CALLOUT_KINDS = ['note', 'tip', 'important', 'warning', 'danger'] as const
export type CalloutKind = (typeof CALLOUT_KINDS)[number]

export const BLOCK_TYPES = {
  paragraph: { content: 'inline', children: 'below', props: TEXT },
  heading: {
    content: 'inline',
    children: 'below',
    props: {
      ...TEXT,
      level: { kind: 'integer', default: 1, min: 1, max: 6 },
      // The author's own id; without one it is made from the text (outline.ts).
      anchor: { kind: 'text', default: '' },
      isToggleable: { kind: 'flag', default: false },
    },
  },
  bulletListItem: { content: 'inline', children: 'inside', props: TEXT },
  numberedListItem: {
    content: 'inline',
    children: 'inside',
    props: { ...TEXT, start: { kind: 'integer', min: 0, max: 999_999_999 } },
  },
  checkListItem: {
    content: 'inline',
    children: 'inside',
    props: { ...TEXT, checked: { kind: 'flag', default: false } },
  },
  toggleListItem: { content: 'inline', children: 'inside', props: TEXT },
  quote: { content: 'inline', children: 'inside', props: COLORED },
  codeBlock: {
    content: 'plain',
    children: 'below',
    props: {
      language: { kind: 'text', default: 'text' },
      title: WORDS,
      // Lines as "1,3-5": highlighted, added, removed.
      highlight: { kind: 'text', default: '' },
      added: { kind: 'text', default: '' },
      removed: { kind: 'text', default: '' },
      lineNumbers: { kind: 'flag', default: false },
      // The rest of a fence's info string.
      meta: { kind: 'text', default: '' },
    },
  },
  callout: {
    editor: { line: 'title' },
    content: 'none',
    children: 'inside',
    props: { kind: { kind: 'choice', values: CALLOUT_KINDS, default: 'note' }, title: WORDS },
  },
  tabs: { content: 'none', children: 'inside', props: {} },
  tab: { editor: { line: 'label' }, content: 'none', children: 'inside', props: { label: WORDS } },
  details: { editor: { line: 'summary' }, content: 'none', children: 'inside', props: { summary: WORDS } },
  // The top of a front page: title, line of text, a list of links (buttons), and an image.
  hero: TITLED,
  // Each item of the list inside is a card, which links to its first link.
  cards: TITLED,
  math: { editor: { code: 'math' }, content: 'plain', children: 'below', props: {} },
  mermaid: { editor: { code: 'mermaid' }, content: 'plain', children: 'below', props: {} },
  // Unknown syntax: an opening tag or fence around the children, or a source without any. Readers see content and children,
  // editors the source.
  unknown: {
    editor: { source: true },
    content: 'inline',
    children: 'inside',
    props: { syntax: { kind: 'text', default: '' }, source: { kind: 'text', default: '' } },
  },
  table: { content: 'table', children: 'below', props: { textColor: COLOR } },
  image: { content: 'none', children: 'below', props: SIZED },
  // `ratio` is a frame's width and height as written: 560/315.
  video: { content: 'none', children: 'below', props: { ...SIZED, ratio: { kind: 'text', default: '' } } },
  audio: { content: 'none', children: 'below', props: PREVIEWED },
  file: { content: 'none', children: 'below', props: FILE },
  divider: { content: 'none', children: 'below', props: {} },
} as const satisfies Record<string, BlockTypeSpec>

const SPECS: ReadonlyMap<unknown, BlockTypeSpec> = new Map(Object.entries(BLOCK_TYPES))

/** Undefined for unknown types, which are kept and shown as their text. */
export const blockTypeSpec = (type: unknown): BlockTypeSpec | undefined => SPECS.get(type)

/** The props that are part of a block's text. */
export function wordProps(spec: BlockTypeSpec): readonly string[] {
  let keys = WORD_PROPS.get(spec)
  if (!keys) {
    keys = Object.keys(spec.props).filter((key) => spec.props[key]!.words)
    WORD_PROPS.set(spec, keys)
  }
  return keys
}
const WORD_PROPS = new Map<BlockTypeSpec, readonly string[]>()

/** The props of a table cell, with the same rule for defaults. */
export const CELL_PROPS: BlockTypeSpec['props'] = {
  ...TEXT,
  colspan: { kind: 'integer', default: 1 },
  rowspan: { kind: 'integer', default: 1 },
}

/** Includes colours and alignment, which any block may have even if the editor drops them. */
export const propsOfType = (type: unknown): BlockTypeSpec['props'] => ({ ...TEXT, ...blockTypeSpec(type)?.props })
