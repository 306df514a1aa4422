// Blocks as HTML: each kind, what can be chosen, and that hostile text stays text.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { HtmlValidate } from 'html-validate'
import { blocksFromMarkdown } from '../../../src/blocks/markdown/from-markdown.ts'
import { validateBlocks } from '../../../src/blocks/validation/validate.ts'
import { anyBlocks, block, EDITOR_BLOCKS, EDITOR_WORDS, text } from '../../../test/blocks.ts'
import type { Block } from '../model.ts'
import { blocksToHtml } from './html.ts'

const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    'heading-level': 'off',
    'no-trailing-whitespace': 'off',
    'no-inline-style': 'error',
    'no-raw-characters': 'error',
  },
})

async function assertValid(html: string): Promise<void> {
  const report = await validator.validateString(`<div>${html}</div>`)
  const problems = report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message }) => `${ruleId}: ${message}`),
  )
  assert.deepEqual(problems, [], html)
}

describe('blocksToHtml: each kind', () => {
  const cases: [string, Block[], string][] = [
    ['a paragraph', [block('paragraph', [text('a\nb')])], '<p dir="auto">a<br>b</p>'],
    [
      'marks and colours',
      [
        block('paragraph', [
          text('x', { bold: true, italic: true, underline: true, strike: true, code: true, textColor: 'red' }),
        ]),
      ],
      '<p dir="auto"><span class="text-red"><strong><em><u><s><code>x</code></s></u></em></strong></span></p>',
    ],
    [
      'block colours and alignment as classes, never as styles',
      [block('paragraph', 'x', { props: { backgroundColor: 'blue', textColor: '#123456', textAlignment: 'right' } })],
      '<p class="bg-blue align-right" dir="auto">x</p>',
    ],
    [
      'a video of another site as a link that is loaded by a click',
      [block('video', undefined, { props: { url: 'https://youtu.be/x', caption: 'c', ratio: '4/3' } })],
      '<figure class="media"><a class="embed" href="https://www.youtube.com/watch?v=x" rel="noopener" data-embed="https://youtu.be/x" data-ratio="4/3"><strong dir="auto">https://www.youtube.com/watch?v=x</strong> <small>YouTube</small></a><figcaption dir="auto">c</figcaption></figure>',
    ],
    [
      'links, those to other hosts without an opener',
      [
        block('paragraph', [
          { type: 'link', href: '/a', content: [text('in')], title: 't"' },
          { type: 'link', href: 'https://example.org', content: [text('out')] },
          { type: 'link', href: 'https://b.org', content: [text('https://b.org')] },
        ]),
      ],
      '<p dir="auto"><a href="/a" title="t&quot;">in</a><a href="https://example.org" rel="noopener">out</a>' +
        '<a href="https://b.org" rel="noopener" class="bare">https://b.org</a></p>',
    ],
    [
      'a heading with its anchor',
      [block('heading', [text('A <b>')], { props: { level: 2 } })],
      '<h2 id="a-b" dir="auto">A &lt;b&gt; <a class="anchor" href="#a-b" aria-label="<!--say linkTo A &lt;b&gt;-->">#</a></h2>',
    ],
    [
      'lists, grouped and nested',
      [
        block('bulletListItem', 'a', { children: [block('numberedListItem', 'b', { props: { start: 3 } })] }),
        block('bulletListItem', 'c'),
        block('numberedListItem', 'd'),
        block('numberedListItem', 'e', { props: { start: 1 } }),
      ],
      '<ul><li dir="auto">a<ol start="3"><li dir="auto">b</li></ol></li><li dir="auto">c</li></ul>' +
        '<ol><li dir="auto">d</li></ol><ol><li dir="auto">e</li></ol>',
    ],
    [
      'check lists',
      [block('checkListItem', 'a', { props: { checked: true } })],
      '<ul class="checklist"><li dir="auto"><label><input type="checkbox" disabled checked> <span>a</span></label></li></ul>',
    ],
    [
      'toggles',
      [block('toggleListItem', 'a', { children: [block('paragraph', 'b')] })],
      '<details class="toggle"><summary dir="auto">a</summary><p dir="auto">b</p></details>',
    ],
    [
      'quotes',
      [block('quote', 'a', { children: [block('paragraph', 'b')] })],
      '<blockquote class="callout"><p dir="auto">a</p><p dir="auto">b</p></blockquote>',
    ],
    [
      'callouts, marked as on GitHub',
      [
        block('quote', '[!WARNING] Mind the gap.', { children: [block('paragraph', 'b')] }),
        block('quote', '[!other] x'),
      ],
      '<blockquote class="callout warning"><p class="callout-title"><!--say callout_warning --></p><p dir="auto">Mind the gap.</p>' +
        '<p dir="auto">b</p></blockquote><blockquote class="callout"><p dir="auto">[!other] x</p></blockquote>',
    ],
    [
      'code',
      [block('codeBlock', [text('a < b')], { props: { language: 'c"' } })],
      '<div class="code-block" data-language="c&quot;"><pre tabindex="0" dir="ltr"><code>a &lt; b</code></pre></div>',
    ],
    [
      'tables',
      [
        block('table', {
          type: 'tableContent',
          headerRows: 1,
          headerCols: 1,
          rows: [
            { cells: ['h', ''] },
            { cells: [{ type: 'tableCell', content: [text('r')], props: { colspan: 2 } }, 'c'] },
          ],
        }),
      ],
      '<div class="table-scroll" tabindex="0" role="region" aria-label="<!--say tableNumber 1-->: h"><table>' +
        '<thead><tr><th scope="col" dir="auto">h</th><td dir="auto"></td></tr></thead>' +
        '<tbody><tr><th scope="row" colspan="2" dir="auto">r</th><td dir="auto">c</td></tr></tbody></table></div>',
    ],
    [
      'pictures',
      [block('image', undefined, { props: { url: '/a.png', name: 'n', caption: 'c', previewWidth: 320.4 } })],
      '<figure class="media"><img src="/a.png" alt="n" width="320" loading="lazy" decoding="async">' +
        '<figcaption dir="auto">c</figcaption></figure>',
    ],
    [
      'files',
      [block('file', undefined, { props: { url: '/a.pdf', name: 'n', caption: 'c' } })],
      '<p class="file" dir="auto"><a href="/a.pdf">n</a> <span class="caption">c</span></p>',
    ],
    ['a rule', [block('divider')], '<hr>'],
    ['unknown types', [block('alert', [text('x')])], '<p dir="auto">x</p>'],
    [
      'children of text',
      [block('paragraph', 'a', { children: [block('paragraph', 'b')] })],
      '<p dir="auto">a</p><div class="nested"><p dir="auto">b</p></div>',
    ],
    ['an empty paragraph', [block('paragraph', [])], ''],
    [
      'footnotes, at the end and in the order of their mention, with those that nothing mentions last',
      [
        block('paragraph', '[^b]: Beta, see[^c].'),
        block('paragraph', '[^never]: Alone.'),
        block('paragraph', [text('One[^A], two[^b], one again[^a]; '), text('[^a]', { code: true }), text(', [^x].')]),
        block('paragraph', [text('[^a]: '), text('Alpha.', { bold: true })], {
          children: [block('paragraph', 'More.')],
        }),
        block('paragraph', '[^c]: Gamma.'),
      ],
      '<p dir="auto">One<sup><a href="#fn_1" id="fnref_1" aria-label="<!--say footnoteNumber 1-->">1</a></sup>' +
        ', two<sup><a href="#fn_2" id="fnref_2" aria-label="<!--say footnoteNumber 2-->">2</a></sup>' +
        ', one again<sup><a href="#fn_1" aria-label="<!--say footnoteNumber 1-->">1</a></sup>; <code>[^a]</code>, [^x].</p>' +
        '<section class="footnotes" aria-label="<!--say footnotes -->"><ol>' +
        '<li id="fn_1" dir="auto"><strong>Alpha.</strong><div class="nested"><p dir="auto">More.</p></div>' +
        ' <a href="#fnref_1" aria-label="<!--say footnoteBack 1-->">↩</a></li>' +
        '<li id="fn_2" dir="auto">Beta, see<sup><a href="#fn_3" id="fnref_3" aria-label="<!--say footnoteNumber 3-->">3</a></sup>.' +
        ' <a href="#fnref_2" aria-label="<!--say footnoteBack 2-->">↩</a></li>' +
        '<li id="fn_3" dir="auto">Gamma. <a href="#fnref_3" aria-label="<!--say footnoteBack 3-->">↩</a></li>' +
        '<li dir="auto">Alone.</li></ol></section>',
    ],
  ]
  for (const [what, blocks, html] of cases) {
    test(what, async () => {
      assert.equal(blocksToHtml(blocks).replaceAll('\n', ''), html)
      await assertValid(blocksToHtml(blocks))
    })
  }
})

describe('blocksToHtml: options', () => {
  const heading = [block('heading', 'a', { props: { level: 6 } }), block('heading', 'b')]

  test('headings can be moved down', () => {
    const html = blocksToHtml(heading, { headingShift: 1 })
    assert.deepEqual(html.match(/<h\d id="\w+"/g), ['<h6 id="a"', '<h2 id="b"'])
  })

  test('the highlighter colours the languages it knows', () => {
    const highlight = (code: string, language: string) =>
      language === 'x' ? `<span class="k">${code}</span>` : undefined
    const html = blocksToHtml(
      [block('codeBlock', 'a', { props: { language: 'x' } }), block('codeBlock', '<', { props: { language: 'y' } })],
      { highlight },
    )
    assert.match(html, /<code><span class="k">a<\/span><\/code>/)
    assert.match(html, /<code>&lt;<\/code>/)
  })
})

describe('blocksToHtml: safety', () => {
  test('has every word of every kind of block, and is valid', async () => {
    const html = blocksToHtml(EDITOR_BLOCKS)
    const plain = html.replaceAll('&quot;', '"').replaceAll('<br>', '\n')
    for (const words of EDITOR_WORDS) assert.ok(plain.includes(words), words)
    await assertValid(html)
  })

  for (const name of readdirSync(new URL('../../../src/blocks/corpus/', import.meta.url))) {
    test(`corpus/${name} becomes valid HTML`, async () => {
      const source = readFileSync(new URL(`../../../src/blocks/corpus/${name}`, import.meta.url), 'utf8')
      await assertValid(blocksToHtml(blocksFromMarkdown(source)))
    })
  }

  test('hostile text stays text', () => {
    const evil = `"><script>alert(1)</script><img src=x onerror='alert(1)'>`
    const html = blocksToHtml([
      block('heading', [text(evil)]),
      block('paragraph', [
        text(evil, { textColor: evil }),
        { type: 'link', href: `/${evil}`, content: [text(evil)], title: evil },
      ]),
      block('codeBlock', evil, { props: { language: evil } }),
      block('image', undefined, { props: { url: `/${evil}`, name: evil, caption: evil, textAlignment: evil } }),
      block('image', undefined, { props: { url: 'javascript:alert(1)', name: evil } }),
      block('table', { type: 'tableContent', headerRows: 1, rows: [{ cells: [evil] }] }),
      block(evil, [{ type: evil, props: { name: evil } } as never], { id: evil }),
      block('paragraph', [{ type: 'link', href: 'javascript:alert(1)', content: [text('x')] }]),
    ])
    assert.doesNotMatch(html, /<script|<img src=x|javascript:|style=/)
    assert.doesNotMatch(html.replace(/"[^"]*"/g, '""'), /onerror=(?!&#39;)/)
  })

  test('characters that turn the direction of text are gone, everywhere', () => {
    const trick = 'a\u202eb\u2066c\u2069d\u202cd\u0000e\u0007'
    const html = blocksToHtml(
      [
        block('heading', trick),
        block('codeBlock', trick, { props: { language: trick } }),
        block('image', undefined, { props: { url: `/${trick}`, name: trick, caption: trick } }),
        block('paragraph', [{ type: 'link', href: '/x', content: [text(trick)], title: trick }]),
      ],
      { highlight: (code) => code },
    )
    assert.doesNotMatch(html, /[\u202a-\u202e\u2066-\u2069]/)
    assert.match(html, /abcdde/)
  })

  test('any blocks become HTML without a stray tag', () => {
    fc.assert(
      fc.property(anyBlocks, (input) => {
        const result = validateBlocks(input)
        assert.ok('blocks' in result)
        const open: string[] = []
        for (const [, slash, tag] of blocksToHtml(result.blocks).matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
          if (['br', 'hr', 'img', 'input'].includes(tag!)) continue
          if (slash) assert.equal(open.pop(), tag)
          else open.push(tag!)
        }
        assert.deepEqual(open, [])
      }),
      { numRuns: 150 },
    )
  })
})
