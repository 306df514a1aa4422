// The table of block types: what each one is called, which props it has, what it holds. Validation, defaults, comparing, the
// Markdown mapping and the panel's editor read it; a new type starts here. panel/src/blocks/schema.test.ts compares the table
// with what the editor really knows, except of blocks that it holds as code.

/**
 * A PropSpec says what a prop holds. Validation refuses an integer out of bounds, a choice that does not exist and a URL that
 * must not become a link; any other value is kept as the editor wrote it. A prop at its default and an absent one mean the same.
 */
type PropSpec = {
  kind: 'text' | 'flag' | 'number' | 'integer' | 'url' | 'choice'
  /** values of a choice. */
  values?: readonly string[]
  /** words: the prop is read like content, so it counts as the block's text. */
  words?: true
  default?: string | boolean | number
  min?: number
  max?: number
  /** markdownOnly: Markdown brings it and the editor drops it, so its loss is nobody's edit. */
  markdownOnly?: true
}

type BlockTypeSpec = {
  /** content: styled text with links, text alone (code), the rows of a table, or nothing. */
  content: 'inline' | 'plain' | 'table' | 'none'
  /** children are part of the block (a list item, a quote), or merely indented below it: Markdown puts those after it. */
  children: 'inside' | 'below'
  /**
   * editor: how the editor holds the block, where that differs from the row. `line` is the prop that is its line of text,
   * `code` the language of the code block that stands for it, `source` that it shows no content but a field for the source.
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
  // A picture may itself lead somewhere, which the editor does not know.
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
      // The id that its author chose; without one it is made from the words (src/blocks/outline.ts).
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
      // Lines as "1,3-5": set off, new, gone.
      highlight: { kind: 'text', default: '' },
      added: { kind: 'text', default: '' },
      removed: { kind: 'text', default: '' },
      lineNumbers: { kind: 'flag', default: false },
      // What else stood behind the language of a fence.
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
  // The top of a front page: below its title stand a line, a list of links that are buttons, and a picture.
  hero: TITLED,
  // Each item of the list inside is a card; its first link is where the card leads.
  cards: TITLED,
  math: { editor: { code: 'math' }, content: 'plain', children: 'below', props: {} },
  mermaid: { editor: { code: 'mermaid' }, content: 'plain', children: 'below', props: {} },
  // Syntax that we keep without knowing it: an opening tag or fence around the children, or a source without any. Readers see
  // the content and the children, editors the source.
  unknown: {
    editor: { source: true },
    content: 'inline',
    children: 'inside',
    props: { syntax: { kind: 'text', default: '' }, source: { kind: 'text', default: '' } },
  },
  table: { content: 'table', children: 'below', props: { textColor: COLOR } },
  image: { content: 'none', children: 'below', props: SIZED },
  // `ratio` is that of a frame, as its width and height were written: 560/315.
  video: { content: 'none', children: 'below', props: { ...SIZED, ratio: { kind: 'text', default: '' } } },
  audio: { content: 'none', children: 'below', props: PREVIEWED },
  file: { content: 'none', children: 'below', props: FILE },
  divider: { content: 'none', children: 'below', props: {} },
} as const satisfies Record<string, BlockTypeSpec>

const SPECS: ReadonlyMap<unknown, BlockTypeSpec> = new Map(Object.entries(BLOCK_TYPES))

/** blockTypeSpec is the row of a type, or undefined for one that we keep and show as its text. */
export const blockTypeSpec = (type: unknown): BlockTypeSpec | undefined => SPECS.get(type)

/** wordProps are the props of a type that are read like content. */
export function wordProps(spec: BlockTypeSpec): readonly string[] {
  let keys = WORD_PROPS.get(spec)
  if (!keys) {
    keys = Object.keys(spec.props).filter((key) => spec.props[key]!.words)
    WORD_PROPS.set(spec, keys)
  }
  return keys
}
const WORD_PROPS = new Map<BlockTypeSpec, readonly string[]>()

/** CELL_PROPS are the props of a table cell, for which the same rule of defaults holds. */
export const CELL_PROPS: BlockTypeSpec['props'] = {
  ...TEXT,
  colspan: { kind: 'integer', default: 1 },
  rowspan: { kind: 'integer', default: 1 },
}

/** propsOfType are the props whose defaults count: looks may stand in any block, also where the editor drops them. */
export const propsOfType = (type: unknown): BlockTypeSpec['props'] => ({ ...TEXT, ...blockTypeSpec(type)?.props })
