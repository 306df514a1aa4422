// Our inline styles and items in the editor: super- and subscript, keys, highlights, formulas (TeX), and elements without
// text: anchors and unknown tags.

import {
  createInlineContentSpec,
  createStyleSpec,
  createStyleSpecFromTipTapMark,
  defaultStyleSpecs,
} from '@blocknote/core'

const style = <const T extends string>(type: T, tag: 'sub' | 'sup' | 'mark' | 'kbd' | 'code') =>
  createStyleSpec(
    { type, propSchema: 'boolean' },
    {
      render: () => {
        const dom = document.createElement(tag)
        if (type === 'math') dom.className = 'galley-math'
        return { dom, contentDOM: dom }
      },
      parse: (element) => (type !== 'math' && element.localName === tag ? true : undefined),
    },
  )

// The editor's own code style excludes all others and throws on text that has both; in Markdown code may be linked, bold or
// struck.
const code = createStyleSpecFromTipTapMark(
  defaultStyleSpecs.code.implementation.mark.extend({ excludes: '' }),
  'boolean',
)

export const STYLES = {
  code,
  subscript: style('subscript', 'sub'),
  superscript: style('superscript', 'sup'),
  highlight: style('highlight', 'mark'),
  keyboard: style('keyboard', 'kbd'),
  math: style('math', 'code'),
}

function chip(text: string, title: string) {
  const dom = document.createElement('span')
  dom.className = 'galley-point'
  dom.textContent = text
  dom.title = title
  return { dom }
}

const anchor = createInlineContentSpec(
  { type: 'anchor', propSchema: { id: { default: '' } }, content: 'none' } as const,
  { render: ({ props }) => chip(`#${props.id}`, 'Anchor for links') },
)

// A block is called `unknown` too, and the editor has one namespace for both.
const tag = createInlineContentSpec(
  { type: 'tag', propSchema: { syntax: { default: '' }, source: { default: '' } }, content: 'none' } as const,
  { render: ({ props }) => chip(props.source, 'Kept as is; visitors do not see it') },
)

export const POINTS = { anchor, tag }
