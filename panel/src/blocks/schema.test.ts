// The editor and the table of block types know the same blocks, so that nobody's text changes by being opened.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BLOCK_TYPES, type blockTypeSpec } from 'galley-blocks/block-types.ts'
import { schema } from './schema.ts'

type TypeRow = NonNullable<ReturnType<typeof blockTypeSpec>>

test('the editor has the types of the table, with their props, defaults and content', () => {
  const held = Object.entries<TypeRow>(BLOCK_TYPES).filter(([, { editor }]) => !(editor && 'code' in editor))
  const rows = held.map(([type, { content, props, editor }]) => {
    const line = editor && 'line' in editor ? editor.line : undefined
    const editable = Object.entries(props).filter(([key, { markdownOnly }]) => !markdownOnly && key !== line)
    const shown = line ? 'inline' : editor ? 'none' : content
    return [type, { content: shown, props: Object.fromEntries(editable.map(([key, spec]) => [key, spec.default])) }]
  })
  const specs = Object.entries(schema.blockSpecs).map(([type, { config }]) => {
    const props = Object.entries<{ default?: unknown }>(config.propSchema)
    return [
      type,
      { content: config.content, props: Object.fromEntries(props.map(([key, prop]) => [key, prop.default])) },
    ]
  })
  assert.deepEqual(Object.fromEntries(specs), Object.fromEntries(rows))
})
