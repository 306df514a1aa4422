// How a test run is shown: a line per file, every failure in full, why tests were skipped, and last `N passed, N failed`
// (with `, N skipped` when there were any).

import type { TestEvent } from 'node:test/reporters'

export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const failures: string[] = []
  const seconds = new Map<string, number>()
  const passed = new Map<string, number>()
  let failed = 0
  const skipped = new Map<string, number>()
  /** The file that each process is at: its suites at the top are files (test/together.ts). */
  const current = new Map<string | undefined, string>()
  for await (const event of source) {
    if (event.type === 'test:stderr' || event.type === 'test:stdout') yield event.data.message
    // What a test tells of itself, such as figures; at the top level Node tells its own.
    if (event.type === 'test:diagnostic' && event.data.nesting > 0) yield `  ${event.data.message}\n`
    if (event.type === 'test:start' && event.data.nesting === 0) current.set(processOf(event.data), event.data.name)
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue
    const { data } = event
    const file = current.get(processOf(data)) ?? data.name
    if (data.details.type === 'suite' && data.nesting === 0) {
      seconds.set(file, data.details.duration_ms / 1000)
      yield `${file}  ${passed.get(file) ?? 0} passed  ${seconds.get(file)!.toFixed(1)} s\n`
    }
    if (data.details.type === 'suite' && !failedByItself(event)) continue
    if (data.skip !== undefined) count(skipped, String(data.skip))
    else if (event.type === 'test:pass') count(passed, file)
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
  const left = totalOf(skipped)
  yield `${totalOf(passed)} passed, ${failed} failed${left > 0 ? `, ${left} skipped` : ''}\n`
}

const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
const totalOf = (counts: Map<string, number>) => counts.values().reduce((sum, tests) => sum + tests, 0)

/** failedByItself tells a suite that could not be set up or cleaned up from one whose tests failed, which are counted already. */
const failedByItself = ({ type, data }: TestEvent): boolean =>
  type === 'test:fail' && (data.details.error as { failureType?: string }).failureType !== 'subtestsFailed'

/** processOf is the file that the process was started with; the types of Node don't know it yet. */
const processOf = (data: { file?: string; entryFile?: string }): string | undefined => data.entryFile ?? data.file
