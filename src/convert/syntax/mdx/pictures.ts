// Pictures that MDX pages show by an expression: `src={logo}` of an import, `require('./logo.png').default`, `useBaseUrl('…')`.
// Their attributes become the addresses that the expressions name, so that everything after this reads them like any other.

import type { Root } from 'mdast'
import type { MdxJsxAttributeValueExpression } from 'mdast-util-mdx'
import { PICTURE_ENDINGS } from '#file-kinds.ts'
import { namesIn } from '../literal.ts'

const PICTURE = new RegExp(`\\.(?:${PICTURE_ENDINGS}|jpeg)$`, 'i')

type MdxPart = { children?: unknown[]; attributes?: { value?: string | MdxJsxAttributeValueExpression | null }[] }

/** Modifies the caller's tree; `imports` resolve its identifiers. */
export function resolvePictures(tree: Root, imports: readonly { name: string; from: string }[]): void {
  const paths = new Map(imports.map(({ name, from }) => [name, from]))
  const visit = ({ children = [], attributes = [] }: MdxPart) => {
    for (const attribute of attributes) {
      const { value } = attribute
      if (typeof value !== 'object' || value === null) continue
      const named = namesIn(value.value).map(({ text, isName }) => (isName ? paths.get(text) : text))
      attribute.value = named.find((path) => path !== undefined && PICTURE.test(path)) ?? value
    }
    for (const child of children) visit(child as MdxPart)
  }
  visit(tree as MdxPart)
}
