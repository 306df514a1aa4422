// Which addresses may be in a document, and which are refused.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { decodedPart, safeUrl } from './urls.ts'

describe('safeUrl', () => {
  for (const url of [
    ...['https://example.org/a?b=c:d#e', 'HTTP://EXAMPLE.ORG', 'https://example.org/?next=javascript:x'],
    ...['https://example.org/100%25?a=1&amp;b=2', 'mailto:ann@example.org?subject=Hi', '/read/start'],
    ...['#anchor:with-colon', '?page=2:3', './x', '../up/there.md', 'plain/relative path.md', 'страница/глава', ''],
  ]) {
    test(`keeps ${JSON.stringify(url)}`, () => assert.equal(safeUrl(url), url))
  }

  for (const url of [
    ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' javascript:alert(1)', 'java\nscript:alert(1)'],
    ...['java\tscript:alert(1)', '\u0001javascript:alert(1)', 'java\u00adscript:alert(1)', '\u200bjavascript:alert(1)'],
    ...['&#106;avascript:alert(1)', '&#x6A;avascript:alert(1)', '&#0000106avascript:alert(1)'],
    ...['javascript&colon;alert(1)', 'java&Tab;script:alert(1)', 'java&NewLine;script&#58;alert(1)'],
    ...['&amp;#106;avascript:alert(1)', '%6aavascript:alert(1)', 'javascript%3Aalert(1)', 'java%0ascript:alert(1)'],
    ...['javascript%253Aalert(1)', 'data:text/html,<script>x</script>', 'vbscript:x', 'file:///etc/passwd'],
    ...['blob:https://example.org/1', 'x-custom:1', '//evil.example', '/\\evil.example', '\\\\evil.example'],
    ...['\\evil.example', '/\t/evil.example', '/%2Fevil.example', '&sol;&sol;evil.example', 'http:evil.example'],
    ...['https:///evil.example', 'https:\\\\evil.example'],
    `${'%25'.repeat(1)}${'25'.repeat(6)}6aavascript:x`,
  ]) {
    test(`refuses ${JSON.stringify(url)}`, () => assert.equal(safeUrl(url), undefined))
  }

  test('frees a good URL of the characters that browsers drop', () => {
    assert.equal(safeUrl(' https://exam\nple.org/a b '), 'https://example.org/a b')
  })
})

test('decodedPart takes escapes away, and leaves alone what is escaped wrongly', () => {
  assert.equal(decodedPart('%C3%A9va-1'), 'éva-1')
  assert.equal(decodedPart('100%'), '100%')
})
