// A previewed file as JSON.

import { type Static, Type } from 'typebox'
import { AccessField, VisibilityField } from '#features/categories/schemas.ts'
import { BlocksOut } from '#features/documents/draft-schemas.ts'
import { BlocksIn } from '#features/documents/schemas.ts'
import { Id, named } from '#http/atoms.ts'

export const PreviewIn = named('MarkdownPreviewIn', {
  markdown: Type.String({ description: 'A Markdown file, with or without front matter.' }),
})
export const PreviewOut = named('MarkdownPreview', {
  fields: Type.Object(
    {
      title: Type.Optional(Type.String()),
      slug: Type.Optional(Type.String()),
      summary: Type.Optional(Type.String()),
      tags: Type.Optional(Type.Array(Type.String())),
      visibility: Type.Optional(VisibilityField),
      access: Type.Optional(AccessField),
      published: Type.Optional(Type.Boolean()),
      lang: Type.Optional(Type.String()),
      category: Type.Optional(Type.String({ description: 'Names from the top, separated by slashes.' })),
      category_id: Type.Optional(Id),
      position: Type.Optional(Type.Integer()),
      pinned: Type.Optional(Type.Union([Type.Boolean(), Type.String({ description: 'Since when.' })])),
    },
    { description: 'What the file says of itself. While there are problems the visibility is `restricted`.' },
  ),
  blocks: BlocksOut,
  problems: Type.Array(Type.Object({ line: Type.Integer({ minimum: 1 }), message: Type.String() }), {
    description: 'What could not be understood, by line.',
  }),
})
export type PreviewOut = Static<typeof PreviewOut>

export const MarkdownViewIn = named('MarkdownViewIn', {
  blocks: BlocksIn,
  markdown: Type.Optional(
    Type.String({
      description: 'The text as someone changed it. Without it, the blocks are only written as Markdown.',
    }),
  ),
})
export const MarkdownViewOut = named('MarkdownView', {
  markdown: Type.String(),
  blocks: BlocksOut,
})

export const CodePreviewIn = named('CodePreviewIn', {
  pieces: Type.Array(Type.Object({ language: Type.String(), code: Type.String() }), {
    maxItems: 50,
    description:
      'Pieces of code. Those longer than 20,000 characters, and what is beyond 60,000 of all together, stay plain.',
  }),
})
export const CodePreviewOut = named('CodePreview', {
  html: Type.Array(Type.Union([Type.String(), Type.Null()]), {
    description: 'Each piece as pages have it inside `<code>`; `null` where it has no colours.',
  }),
})
