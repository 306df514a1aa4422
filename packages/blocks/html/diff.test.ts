// A difference as HTML: the marks are in what readers see, nothing that differs is invisible, and hostile text stays text.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { EVERY_BLOCK } from '../../../test/every-block.ts'
import { changesIn, diff } from '../diff.ts'
import type { Block, BlockContent, Link } from '../model.ts'
import { diffToHtml } from './diff.ts'
import { blocksToHtml } from './html.ts'
import { escapeHtml } from './inline.ts'

const block = (type: string, content?: BlockContent, props: Block['props'] = {}, children: Block[] = []): Block => ({
  id: type,
  type,
  props,
  ...(content !== undefined && { content }),
  children,
})
const OPTIONS = {
  prefix: 'x',
  highlight: (code: string) => escapeHtml(code).replaceAll('let', '<span class="tk-keyword">let</span>'),
}
const drawn = (before: Block[], after: Block[]) => diffToHtml(diff(before, after), OPTIONS).join('')
const link = (href: string): Link => ({
  type: 'link',
  href,
  content: [{ type: 'text', text: 'the guide', styles: {} }],
})

describe('diffToHtml', () => {
  test('an unchanged text is what readers see', () => {
    // Footnotes stay where they are written, and each item of a list is a list of its own.
    const blocks = EVERY_BLOCK.filter(({ content }) => !String(content).includes('[^'))
    const joined = (html: string) => html.replace(/<\/(ul|ol)>\n<\1(?: class="checklist"| start="\d+")?>\n/g, '')
    const html = diffToHtml(diff(blocks, structuredClone(blocks)), { prefix: 'x' }).join('')
    assert.doesNotMatch(html, /data-op/)
    assert.equal(joined(html), joined(blocksToHtml(blocks, { prefix: 'x' })))
  })

  test('words, titles and cells are marked where they are', () => {
    assert.match(
      drawn([block('paragraph', 'wait 30 s')], [block('paragraph', 'wait 60 s')]),
      /<p[^>]*>wait <del>30<\/del><ins>60<\/ins> s<\/p>/,
    )
    const callout = (title: string) => block('callout', undefined, { kind: 'tip', title })
    assert.match(
      drawn([callout('Mind')], [callout('Mind it')]),
      /class="callout tip".*callout-title[^>]*>Mind<ins> it<\/ins></s,
    )
    const tabs = (label: string) =>
      block('tabs', undefined, {}, [block('tab', undefined, { label }, [block('paragraph', 'Run')])])
    assert.match(
      drawn([tabs('npm')], [tabs('pnpm')]),
      /<label[^>]*data-op="changed"><del>npm<\/del><ins>pnpm<\/ins><\/label>/,
    )
    const table = (...cells: string[]) =>
      block('table', { type: 'tableContent', headerRows: 1, rows: [{ cells: ['A', 'B'] }, { cells }] })
    assert.match(
      drawn([table('a', '1')], [table('a', '2')]),
      /<tr data-op="changed"><td[^>]*>a<\/td><td[^>]*data-op="changed"><del>1<\/del><ins>2<\/ins><\/td>/,
    )
  })

  test('changed code is coloured, line by line', () => {
    const code = (text: string) => block('codeBlock', text, { language: 'js' })
    const html = drawn([code('let a\nlet b')], [code('let a\nlet c')])
    const keyword = '<span class="tk-keyword">let</span>'
    assert.ok(
      html.includes(
        `<span class="line">${keyword} a</span>\n<del class="line">${keyword} b</del>\n<ins class="line">${keyword} c</ins>`,
      ),
    )
  })

  test('a link has its old and its new target below, whatever they are', () => {
    const html = drawn([block('paragraph', [link('/guide')])], [block('paragraph', [link('javascript:alert(1)')])])
    assert.match(
      html,
      /<span class="restyled">the guide<\/span>.*Link of “the guide”: <del>\/guide<\/del> → <ins>javascript:alert\(1\)<\/ins>/s,
    )
    assert.doesNotMatch(html, /href="javascript/)
  })

  test('a moved block says where it was, numbers go on, and what is removed does not count', () => {
    const item = (id: string, text = id): Block => ({ ...block('numberedListItem', text), id })
    const html = diffToHtml(diff([item('one'), item('two'), item('three')], [item('three'), item('one')]), OPTIONS)
    assert.match(html[0]!, /<ol>\n<li[^>]*data-op="moved">three<p class="diff-note">Moved from below “two”/)
    assert.match(html.join(''), /<ol start="2">\n<li[^>]*>one<\/li>/)
    assert.match(html.join(''), /data-op="removed">two/)
  })

  test('every kind of block is seen when it comes, goes, moves, or says something else', () => {
    for (const one of EVERY_BLOCK) {
      const other = block('paragraph', 'Beside it.')
      for (const html of [
        drawn([other], [other, one]),
        drawn([one, other], [other]),
        drawn([one, other], [other, one]),
      ])
        assert.match(html.replace(/<[^>]*data-op="(?:added|removed|moved)"[^>]*>/g, 'MARK'), /MARK[\s\S]*\S/, one.type)
    }
  })

  test('nothing of another text is lost, and no text becomes markup', () => {
    const words = fc.constantFrom('<img src=x onerror=alert(1)>', 'one', 'two & three', '"><script>', '')
    const hostile = fc
      .tuple(words, words, words)
      .map(([text, href, title]) => [
        block('paragraph', [{ ...link(href), content: [{ type: 'text', text, styles: { bold: title === 'one' } }] }]),
        block('callout', undefined, { kind: title, title }, [
          { ...block('codeBlock', text, { title, language: href }), id: 'c' },
        ]),
        block('unknown', undefined, { syntax: 'html', source: text }),
        block('table', { type: 'tableContent', rows: [{ cells: [text, title] }, { cells: [href, text] }] }),
        block('image', undefined, { url: href, name: text, caption: title, link: text }),
      ])
    fc.assert(
      fc.property(hostile, hostile, (before, after) => {
        const html = drawn(before, after)
        assert.doesNotMatch(html, /<img src=x|<script|onerror=alert\(1\)>/)
        const { length } = changesIn(diff(before, after))
        assert.equal(/data-op/.test(html), length > 0)
      }),
      { numRuns: 500 },
    )
  })
})
