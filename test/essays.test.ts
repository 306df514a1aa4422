// A test is one fact. What is long, or asks many times, is several: this holds all tests to a size at which a failure says
// what is wrong. Set-up that tests share belongs in builders (test/, or a function beside the tests), which don't count.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'

const [BROWSER_LINES, LINES, REQUESTS, WRAPPER_LINES] = [50, 40, 8, 12]

type FoundTest = { file: string; line: number; body: string[]; requests: number }

const FILES = globSync('{src,packages,reader,test,bench,scripts,panel/src}/**/*.test.ts', {
  exclude: ['**/node_modules/**'],
})

/** testsOf cuts a file at its indentation: the formatter ends every test on a line that is as deep as its first. */
function testsOf(file: string): FoundTest[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  const asks = requestsOf([...lines, ...buildersOf(file, lines)])
  return lines.flatMap((first, index) => {
    const indent = /^(\s*)(?:test|it)\(.*[{(]$/.exec(first)?.[1]
    if (indent === undefined) return []
    const length = lines
      .slice(index + 1)
      .findIndex((line) => line.startsWith(indent) && /^[})]/.test(line.slice(indent.length)))
    const body = lines.slice(index + 1, index + 1 + length)
    return [{ file, line: index + 1, body, requests: body.join('\n').match(asks)?.length ?? 0 }]
  })
}

/** buildersOf is what a test file imports from test/: some of it wraps requests that tests then make. */
const buildersOf = (file: string, lines: string[]): string[] =>
  lines.flatMap((line) => {
    const [, path] = / from '(\.[^']*)'$/.exec(line) ?? []
    const builder = path && join(dirname(file), path)
    return builder?.startsWith('test/') ? readFileSync(builder, 'utf8').split('\n') : []
  })

/** requestsOf finds requests by their calls: inject, fetch, and small functions around them. */
function requestsOf(lines: string[]): RegExp {
  const wrapped = lines.flatMap((line, index) => {
    const [, indent, name] = /^(\s*)(?:export )?(?:const|async function|function) (\w+)\b.*(?:=>|[({])/.exec(line) ?? []
    if (!name) return []
    const rest = lines.slice(index + 1, index + 1 + WRAPPER_LINES)
    const end = rest.findIndex((next) => !next.startsWith(`${indent} `) && !next.startsWith(`${indent})`))
    const body = [line, ...rest.slice(0, end === -1 ? undefined : end)].join('\n')
    // What defines functions of its own is a builder.
    const isBuilder = /\n\s+const \w+ = (async )?\(/.test(body)
    return !isBuilder && /\.inject\(|\bfetch\(/.test(body) ? [`(?<![.\\w])${name}\\(`] : []
  })
  return new RegExp(['\\.inject\\(', '\\bfetch\\(', ...new Set(wrapped)].join('|'), 'g')
}

describe('a test is one fact', () => {
  const tests = FILES.flatMap(testsOf)
  const name = ({ file, line }: FoundTest) => `${file}:${line}`

  test('tests are found at all', () => {
    assert.ok(tests.length > 700, String(tests.length))
  })

  test(`in a browser it has up to ${BROWSER_LINES} lines, elsewhere up to ${LINES}`, () => {
    const limit = ({ file }: FoundTest) => (file.startsWith('test/browser/') ? BROWSER_LINES : LINES)
    const long = tests.filter((found) => found.body.length > limit(found))
    assert.deepEqual(
      long.map((found) => `${name(found)} has ${found.body.length} lines`),
      [],
    )
  })

  test(`it makes up to ${REQUESTS} requests`, () => {
    const many = tests.filter(({ requests }) => requests > REQUESTS)
    assert.deepEqual(
      many.map((found) => `${name(found)} makes ${found.requests} requests`),
      [],
    )
  })
})
