// How a test run is shown: a line per file, every failure in full, why tests were skipped, and last `N passed, N failed`
// (with `, N skipped` when there were any).

import type { TestEvent } from 'node:test/reporters'

export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const failures: string[] = []
  const seconds = new Map<string, number>()
  let passed = 0
  let failed = 0
  const skipped = new Map<string, number>()
  for await (const event of source) {
    if (event.type === 'test:stderr' || event.type === 'test:stdout') yield event.data.message
    // What a test tells of itself, such as figures; at the top level Node tells its own.
    if (event.type === 'test:diagnostic' && event.data.nesting > 0) yield `  ${event.data.message}\n`
    if (event.type === 'test:summary' && event.data.file) {
      const { counts, duration_ms } = event.data
      yield `${shortName(event.data.file)}  ${counts.passed} passed  ${(duration_ms / 1000).toFixed(1)} s\n`
    }
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue
    const { data } = event
    const file = shortName(entryFile(data) ?? '')
    if (data.details.type === 'suite' && !failedByItself(event)) continue
    seconds.set(file, (seconds.get(file) ?? 0) + data.details.duration_ms / 1000)
    if (data.skip !== undefined) count(skipped, String(data.skip))
    else if (event.type === 'test:pass') passed++
    else {
      failed++
      const error = event.data.details.error
      const cause = error.cause instanceof Error ? error.cause : error
      failures.push(`✗ ${file}: ${data.name}\n${cause.stack ?? cause.message}\n`)
      yield `✗ ${file}: ${data.name}\n`
    }
  }
  if (failures.length > 0) yield `\n${failures.join('\n')}\n`
  const slowest = [...seconds].sort((a, b) => b[1] - a[1]).slice(0, 5)
  yield `slowest files: ${slowest.map(([file, time]) => `${file} ${time.toFixed(1)} s`).join(', ')}\n`
  for (const [reason, tests] of skipped) yield `${tests} skipped: ${reason === 'true' ? 'no reason given' : reason}\n`
  const left = [...skipped.values()].reduce((sum, tests) => sum + tests, 0)
  yield `${passed} passed, ${failed} failed${left > 0 ? `, ${left} skipped` : ''}\n`
}

const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)

/** failedByItself tells a suite that could not be set up or cleaned up from one whose tests failed, which are counted already. */
const failedByItself = ({ type, data }: TestEvent): boolean =>
  type === 'test:fail' && (data.details.error as { failureType?: string }).failureType !== 'subtestsFailed'

/** entryFile is the test file, also for a test that a helper of another file declared; the types of Node don't know it yet. */
const entryFile = (data: { file?: string; entryFile?: string }): string | undefined => data.entryFile ?? data.file

const shortName = (file: string): string => file.replace(`${process.cwd()}/`, '')
