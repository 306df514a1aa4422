// Formulas as readers see them: MathML, made when content is saved.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blocksFromMarkdown } from '#blocks/markdown/from-markdown.ts'
import { htmlToKeep } from './html.ts'

const html = (markdown: string): Promise<string> => {
  const blocks = blocksFromMarkdown(markdown)
  return htmlToKeep(blocks, JSON.stringify(blocks))
}

test('a formula is MathML, without style, script or classes', async () => {
  const made = await html('So $x^2$.\n\n$$\n\\frac{a}{b}\n$$')
  assert.match(made, /<p dir="auto">So <math.*<msup>.*<\/math>\.<\/p>/s)
  assert.match(made, /<div class="math" tabindex="0"><math.*display="block".*<mfrac>.*<\/math><\/div>/s)
  assert.doesNotMatch(made, /style=|<script|<span class/)
})

test('TeX that makes no sense, takes for ever or brings a link is shown as it is written', async () => {
  const endless = `\\def\\a{\\a\\a}\\a`
  for (const tex of ['\\frac{', endless, '\\href{javascript:x}{y}', '\\includegraphics{http://x/y.png}']) {
    const made = await html(`a $${tex}$ b`)
    assert.doesNotMatch(made, /href="|src="|javascript:x"/, tex)
    assert.ok(made.includes('a '), tex)
  }
})

test('text without formulas keeps no HTML', async () => {
  assert.equal(await html('Costs $5.'), '')
})
