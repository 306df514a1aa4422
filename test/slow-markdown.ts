// Shapes of Markdown that are cheap to send and dear to read: unclosed, nested or repeated beyond what anyone writes.
// Each is repeated up to a length that the test asks for.

const SHAPES: Record<string, [unit: string, before?: string, after?: string]> = {
  'half a character reference': ['&#x'],
  'half a decimal reference': ['&#'],
  'half a named reference': ['&am'],
  ampersands: ['&'],
  'headings underlined without a blank line': ['a\n-'],
  'headings underlined': ['a\n-\n'],
  'headings doubly underlined': ['a\n=\n'],
  'words after an open bracket': ['a, ', 'b ['],
  'opening brackets': ['['],
  'closing brackets': [']'],
  'pairs of brackets': ['[]'],
  'links without an end': ['[a]('],
  'links inside links': ['[a](b', '', ')'],
  'links that open and never close': ['[a](<b'],
  'links with half a title': ['[a](b "'],
  'pictures inside pictures': ['!['],
  'references to nothing': ['[a][b]'],
  definitions: ['[a]: b\n'],
  'blank lines before half a definition': ['\n', '', ']:'],
  'a fence that a separator of lines follows': ['`', '', '\u2028'],
  'comments of one line': ['<!--', 'a ', ''],
  'hyphens of a heading': ['-', '# a', 'b'],
  'definitions that do not end': ['[a]: <b\n'],
  'footnotes to nothing': ['[^a]'],
  'footnote definitions': ['[^a]: b\n'],
  'opening emphasis': ['*a '],
  'closing emphasis': ['a* '],
  'emphasis of three kinds': ['*a_b~c'],
  'strong emphasis inside emphasis': ['**a *b '],
  underscores: ['_'],
  asterisks: ['*'],
  'asterisks and letters': ['*a'],
  tildes: ['~'],
  'tildes and letters': ['~~a'],
  backticks: ['`'],
  'backticks of growing length': [''],
  'code that does not end': ['`a'],
  'tags that do not end': ['<a'],
  'tags with attributes that do not end': ['<a b="'],
  'comments that do not end': ['<!--'],
  'instructions that do not end': ['<?'],
  'declarations that do not end': ['<!A '],
  'CDATA that does not end': ['<![CDATA['],
  'blocks of HTML': ['<div>\n'],
  'automatic links that do not end': ['<http:'],
  'bare addresses': ['www.a'],
  'bare addresses with parentheses': ['http://a(('],
  'mail addresses': ['a@b'],
  'mail addresses with dots': ['a.b@c.d '],
  'halves of mail addresses': ['a.a-a_a+'],
  quotes: ['>'],
  'quotes with blanks': ['> '],
  'quotes, one a line': ['>a\n'],
  'quotes ever deeper': [''],
  'lists inside lists': ['- '],
  'numbered lists inside lists': ['1. '],
  'quotes and lists': ['> - '],
  'list items': ['- a\n'],
  'list items after blank lines': ['- a\n\n'],
  'lists ever deeper': [''],
  'lists of changing signs': ['- a\n+ b\n'],
  'task list items': ['- [ ] a\n'],
  'blank lines in a list': ['\n', '- a\n', '  b'],
  'blanks in lines of a quote': ['>\n'],
  blanks: [' '],
  tabs: ['\t'],
  'blanks and letters': ['a  \n'],
  'line breaks': ['a\\\n'],
  'lines of a table': ['|a|b\n', '|a|b\n|-|-\n'],
  'cells of a table': ['|a', '|a\n|-\n'],
  'columns of a table': ['|', '', '\n'],
  'tables without a blank line': ['|a|\n|-|\n'],
  'rows that might head a table': ['a|b\n'],
  'rules of a table': ['-|'],
  'fences that do not end': ['```\na\n~~~\n'],
  'fences in quotes': ['> ```\n'],
  rules: ['---\n'],
  'rules of blanks': ['- - - -\n'],
  'hashes of a heading': ['# a #\n'],
  'heading that ends in hashes': ['#', '# a '],
  'heading that ends in blanks': [' ', '# a', '#b'],
  escapes: ['\\'],
  'escaped marks': ['\\*a'],
  'lines of one letter': ['a\n'],
  'Han lines': ['漢\n'],
  'one long word': ['a'],
  'one long line of words': ['word '],
  'combining marks': ['a\u0301'],
  'pairs of surrogates': ['🛟'],
  'containers inside containers': [':::note\n'],
  'containers in quotes': ['> :::note\n'],
  'headings of one name': ['# a {#b}\n'],
  'definitions of one line': ['*[a]: b\n'],
  'tags inside tags': ['<div>'],
  'lists inside lists of HTML': ['<ul><li>'],
  'formulas and words': ['x $a$ '],
  'addresses after brackets': ['](http://'],
  'comments that do not end, and words': ['x <!-- @include: a '],
  'tags of marks': ['<u>'],
  'tags of marks, closed': ['<u>a</u>'],
}

export const SLOW_SHAPES = Object.keys(SHAPES)

/** slowMarkdown is a shape, as long as asked. */
export function slowMarkdown(shape: string, length: number): string {
  if (shape === 'backticks of growing length') return growing(length, (size) => `${'`'.repeat(size)}a`)
  if (shape === 'quotes ever deeper') return growing(length, (size) => `${'>'.repeat(size)}a\n`)
  if (shape === 'lists ever deeper') return growing(length, (size) => `${'  '.repeat(size)}- a\n`)
  const [unit, before = '', after = ''] = SHAPES[shape]!
  const count = Math.floor((length - before.length - after.length * (after === ')' ? 0 : 1)) / unit.length)
  const body = unit.repeat(Math.max(1, shape === 'links inside links' ? Math.floor(length / 6) : count))
  return before + body + (shape === 'links inside links' ? after.repeat(Math.floor(length / 6)) : after)
}

function growing(length: number, part: (size: number) => string): string {
  let text = ''
  for (let size = 1; text.length + size * 2 < length; size++) text += part(size)
  return text
}
