// A document with every kind of block and with characters of several scripts: for tests that look at all of them at once.

import type { Block, BlockContent } from 'galley-blocks/model.ts'

let serial = 0
const block = (type: string, content?: BlockContent, props: Block['props'] = {}, children: Block[] = []): Block => ({
  id: `every-${++serial}`,
  type,
  props,
  ...(content !== undefined && { content }),
  children,
})
const styled = (text: string, styles = {}) => ({ type: 'text' as const, text, styles })
const code = (language: string, text: string) => block('codeBlock', text, { language })

export const EVERY_BLOCK: Block[] = [
  block('heading', 'Lists and toggles', { level: 1 }),
  block('bulletListItem', 'First, with a list in it', {}, [
    block('bulletListItem', 'Nested', {}, [block('numberedListItem', 'Deeper')]),
  ]),
  block('bulletListItem', [
    styled('Second, with '),
    styled('coloured words', { textColor: 'red' }),
    styled(' and '),
    styled('a painted ground', { backgroundColor: 'yellow', bold: true }),
    { type: 'link', href: 'https://example.com/', content: [styled('elsewhere')] },
  ]),
  block('toggleListItem', 'A toggle', {}, [block('paragraph', 'Hidden until opened.')]),
  block('heading', 'A heading that folds', { level: 2, isToggleable: true }, [block('paragraph', 'What it folds.')]),
  block('checkListItem', 'Done', { checked: true }, [block('checkListItem', 'Still open', { checked: false })]),
  block('quote', 'A callout with more inside.', {}, [block('bulletListItem', 'One')]),
  block('quote', '[!WARNING] A callout of a kind.'),
  block('callout', undefined, { kind: 'danger', title: 'A title of its own' }, [
    block('paragraph', 'What it warns of.'),
  ]),
  block('tabs', undefined, {}, [
    block('tab', undefined, { label: 'npm' }, [code('bash', 'npm install')]),
    block('tab', undefined, { label: 'pnpm' }, [block('paragraph', 'Another way.')]),
  ]),
  block('hero', undefined, { title: 'Sail at once' }, [block('paragraph', 'All you need on board.')]),
  block('cards', undefined, { title: '' }, [
    block('bulletListItem', 'Charts', {}, [block('paragraph', 'Where to go.')]),
  ]),
  block('details', undefined, { summary: 'Folded away' }, [block('paragraph', 'Until someone opens it.')]),
  block('math', String.raw`\sum_{k \in K} k = \frac{n}{2}`),
  block('mermaid', 'graph TD\n  Draft --> Review'),
  block('unknown', 'Text inside.', { syntax: 'html', source: '<Card>' }),
  block('codeBlock', 'const a = true\nconst b = null\nconst c = 30', {
    language: 'js',
    title: 'config.js',
    highlight: '1',
    added: '2',
    removed: '3',
    lineNumbers: true,
  }),
  block('paragraph', [
    styled('Press '),
    styled('Ctrl', { keyboard: true }),
    styled(', H'),
    styled('2', { subscript: true }),
    styled('O, second'),
    styled('nd', { superscript: true }),
    styled(', '),
    styled('marked', { highlight: true }),
    styled(' and '),
    styled('e^{i\\pi}', { math: true }),
  ]),
  block('paragraph', 'A text with a footnote[^note].'),
  block('paragraph', '[^note]: What the footnote says.'),
  block('heading', 'Pictures and files', { level: 2 }),
  block('image', undefined, { url: '/read/assets/icon.svg', name: 'The icon', caption: 'An icon', previewWidth: 160 }),
  block('image', undefined, { url: '/read/assets/icon.svg', textAlignment: 'center' }),
  block('file', undefined, { url: 'https://example.com/handbook.pdf', name: 'handbook.pdf', caption: '2 MB' }),
  block('video', undefined, { url: '/read/assets/icon.svg', name: 'A film', ratio: '16/9' }),
  block('audio', undefined, { url: '/read/assets/icon.svg', name: 'A sound' }),
  block('divider'),
  block('heading', 'A wide table', { level: 2 }),
  block('table', {
    type: 'tableContent',
    headerRows: 1,
    headerCols: 1,
    rows: [
      { cells: ['Name', 'Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta', 'Eta', 'Theta'] },
      {
        cells: ['First row', 'a long value', 'another long value', 'one more', 'yes', 'no', 'perhaps', 'yes', 'never'],
      },
    ],
  }),
  block('heading', 'العربية ولغات أخرى', { level: 2 }),
  block('paragraph', 'هذه فقرة باللغة العربية مع بعض English في الوسط.'),
  block('paragraph', '日本語の段落もきちんと表示されます。'),
  block('paragraph', `Very${'very'.repeat(40)}long`),
  code('diff', '- old line\n+ new line\n  same'),
  code('python', 'def area(radius: float) -> float:\n    """Area of a circle."""\n    return math.pi * radius ** 2'),
  code('html', '<a class="x" href="/">Hello</a> <!-- a comment -->'),
  code('sql', "select id, count(*) from orders where state = 'open' group by id; -- all"),
  code('', 'no language'),
]
