// Formulas as readers see them: MathML, made when content is saved.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VISITOR } from '#actor.ts'
import { blocksFromMarkdown } from '#blocks/markdown/from-markdown.ts'
import { SANDBOX_TASKS } from '#compose.ts'
import { Sandbox } from '#engine/sandbox.ts'
import { htmlToKeep } from './html.ts'
import { formulaKey, setFormulas, setMath } from './math.ts'

const html = (markdown: string): Promise<string> => {
  const blocks = blocksFromMarkdown(markdown)
  return htmlToKeep(blocks, JSON.stringify(blocks))
}

test('a formula is MathML, without style, script or classes', async () => {
  const markup = await html('So $x^2$.\n\n$$\n\\frac{a}{b}\n$$')
  assert.match(markup, /<p dir="auto">So <math.*<msup>.*<\/math>\.<\/p>/s)
  assert.match(markup, /<div class="math" tabindex="0"><math.*display="block".*<mfrac>.*<\/math><\/div>/s)
  assert.doesNotMatch(markup, /style=|<script|<span class/)
})

test('TeX that makes no sense, takes for ever or brings a link is shown as it is written', async () => {
  const endless = `\\def\\a{\\a\\a}\\a`
  for (const tex of ['\\frac{', endless, '\\href{javascript:x}{y}', '\\includegraphics{http://x/y.png}']) {
    const markup = await html(`a $${tex}$ b`)
    assert.doesNotMatch(markup, /href="|src="|javascript:x"/, tex)
    assert.ok(markup.includes('a '), tex)
  }
})

test('text without formulas keeps no HTML', async () => {
  assert.equal(await html('Costs $5.'), '')
})

test('a formula with definitions of its own is shown as it is written: it could be megabytes long', async () => {
  const long = 'x'.repeat(4_000)
  const shapes = [
    `\\def\\a{${long}}${'\\a'.repeat(400)}`,
    `\\gdef\\a#1{#1#1#1#1#1#1#1#1#1}\\a{\\a{\\a{${long}}}}`,
    `\\newcommand{\\a}[1]{#1#1}\\a{\\a{\\a{${long}}}}`,
    `\\let\\a=x${'\\a'.repeat(100)}`,
  ]
  for (const tex of shapes) assert.deepEqual(await setMath([{ tex, display: true }]), [''], tex.slice(0, 40))
  const [markup] = await setMath([{ tex: '\\left(x\\right)\\letterlike', display: true }])
  assert.equal(markup, '', 'an unknown command')
  assert.match((await setMath([{ tex: '\\left(x\\right)', display: true }]))[0]!, /^<math/)
})

test('many formulas are set in the sandbox, few in place', async (t) => {
  const asked: string[] = []
  class Watched extends Sandbox {
    override run<T>(...args: Parameters<Sandbox['run']>): Promise<T> {
      asked.push(args[1])
      return super.run<T>(...args)
    }
  }
  const sandbox = new Watched(SANDBOX_TASKS)
  t.after(() => sandbox.close())
  const offload = { sandbox, actor: VISITOR }
  const few = await setFormulas([{ tex: 'a^2', display: false }], offload)
  assert.match(few.get(formulaKey({ tex: 'a^2', display: false }))!, /<msup>/)
  assert.deepEqual(asked, [])
  const formulas = Array.from({ length: 300 }, (_, nth) => ({ tex: `b_{${nth}}${'+c'.repeat(200)}`, display: true }))
  const many = await setFormulas(formulas, offload)
  assert.deepEqual(asked, ['setMath'])
  const set = formulas.filter((formula) => many.get(formulaKey(formula))?.startsWith('<math'))
  assert.equal(set.length, 245, 'up to a bound for all together')
  assert.equal(many.get(formulaKey({ tex: 'a^2', display: true })), undefined)
})
