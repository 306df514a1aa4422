// Reading text in one piece changes what it costs and nothing else: any text gives the same tree as without.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { random as randomFrom } from '../../../test/random.ts'
import { dataSyntax } from './data.ts'

const TOKENS =
  'a · ·· \n \n\n * ** _ ~~ ` `` [ ] ]( ) ![ < > <!- <!-- --> <? ?> <!A <![CDATA[ ]]> | -· 1.· >· # \\ & &amp; : http:// www.a.b @ a@b.co [^ ]: == " <b> </b> <div> [a](b) ··\n \\\n é 漢 🛟'
    .split(/ /)
    .map((token) => token.replaceAll('·', ' '))

/** A break at the end of a line in a list ends with the line or where the next one begins, whichever was looked at first. */
const shown = (tree: unknown): string =>
  JSON.stringify(tree, (_, node) => (node?.type === 'break' ? { type: 'break' } : node))

test('any text is read as without it', () => {
  const random = randomFrom(7)
  for (let nth = 0; nth < 2_000; nth++) {
    const length = 1 + Math.floor(random() * 40)
    const text = Array.from({ length }, () => TOKENS[Math.floor(random() * TOKENS.length)]).join('')
    const read = (...extensions: (typeof dataSyntax)[]) =>
      shown(fromMarkdown(text, { extensions: [gfm(), ...extensions], mdastExtensions: [gfmFromMarkdown()] }))
    assert.equal(read(dataSyntax), read(), JSON.stringify(text))
  }
})
