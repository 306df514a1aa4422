// The editor's schema: its own blocks with any code language and accessible controls, and ours.

import { BlockNoteSchema, createCodeBlockSpec, defaultBlockSpecs } from '@blocknote/core'
import { BLOCK_TYPES } from 'galley-blocks/block-types.ts'
import { withHead } from './code-view.ts'
import { CUSTOM_BLOCKS } from './custom-blocks.ts'
import { POINTS, STYLES } from './custom-inline.ts'
import { withEmbed } from './embed-view.ts'
import { withAltText } from './picture-view.ts'

const LANGUAGES = [
  'text',
  'bash',
  'c',
  'cpp',
  'csharp',
  'css',
  'diff',
  'dockerfile',
  'go',
  'graphql',
  'html',
  'http',
  'ini',
  'java',
  'javascript',
  'json',
  'kotlin',
  'markdown',
  'math',
  'mermaid',
  'nginx',
  'php',
  'powershell',
  'python',
  'ruby',
  'rust',
  'scss',
  'sql',
  'swift',
  'toml',
  'typescript',
  'xml',
  'yaml',
]

/** Any language is valid: the editor throws on unknown ones, and documents may name any. New ones join the list. */
const languages = new Proxy<Record<string, { name: string }>>(
  Object.fromEntries(LANGUAGES.map((name) => [name, { name }])),
  {
    has: (styles, name) => {
      styles[String(name)] ??= { name: String(name) || 'text' }
      return true
    },
  },
)

type Spec = { implementation: { render: (this: never, ...args: never[]) => { dom: ParentNode } } }

/** Gives controls inside a block accessible names, which the editor's own lack. */
function named<S extends Spec>(spec: S, controls: string, name: string): S {
  const { render } = spec.implementation
  const withName: Spec['implementation']['render'] = function (...args) {
    const view = Reflect.apply(render, this, args) as ReturnType<typeof render>
    for (const control of view.dom.querySelectorAll(controls)) control.setAttribute('aria-label', name)
    return view
  }
  return { ...spec, implementation: { ...spec.implementation, render: withName } }
}

/** Makes the scrolling frame of a wide table reachable by keyboard. */
function reachable(spec: typeof defaultBlockSpecs.table): typeof defaultBlockSpecs.table {
  const node = spec.implementation.node?.extend({
    addNodeView() {
      const make = this.parent?.()
      if (!make) return null
      return (props) => {
        const view = make(props)
        ;(view.dom as ParentNode).querySelector('.tableWrapper')?.setAttribute('tabindex', '0')
        return view
      }
    },
  })
  return { ...spec, implementation: { ...spec.implementation, node } }
}

/** Adds our props to the editor's own blocks, so that saving keeps them. */
function withProps<S extends { config: { propSchema: object } }>(spec: S, type: 'codeBlock' | 'heading' | 'video'): S {
  const ours = Object.entries<{ kind: string; default?: unknown }>(BLOCK_TYPES[type].props)
    .filter(([name, prop]) => prop.default !== undefined && !Object.hasOwn(spec.config.propSchema, name))
    .map(([name, prop]) => [name, { default: prop.default }])
  return { ...spec, config: { ...spec.config, propSchema: { ...spec.config.propSchema, ...Object.fromEntries(ours) } } }
}

const codeBlock = createCodeBlockSpec({
  indentLineWithTab: true,
  defaultLanguage: BLOCK_TYPES.codeBlock.props.language.default,
  supportedLanguages: languages,
})

export const schema = BlockNoteSchema.create().extend({
  blockSpecs: {
    codeBlock: withHead(named(withProps(codeBlock, 'codeBlock'), 'select', 'Code language')),
    checkListItem: named(defaultBlockSpecs.checkListItem, 'input', 'Done'),
    toggleListItem: named(defaultBlockSpecs.toggleListItem, '.bn-toggle-button', 'Show or hide content'),
    heading: named(withProps(defaultBlockSpecs.heading, 'heading'), '.bn-toggle-button', 'Show or hide content'),
    image: withAltText(defaultBlockSpecs.image),
    video: withEmbed(withProps(defaultBlockSpecs.video, 'video')),
    table: reachable(defaultBlockSpecs.table),
    ...CUSTOM_BLOCKS,
  },
  inlineContentSpecs: POINTS,
  styleSpecs: STYLES,
})
