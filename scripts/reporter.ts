// How a test run is shown: a line per file, every failure in full, why tests were skipped, and last `N passed, N failed`
// (with `, N skipped` when there were any). What a file's second run says replaces what its first one said.

import type { TestEvent } from 'node:test/reporters'

/** What came of one file. */
class FileResult {
  passed = 0
  seconds = 0
  readonly failures: string[] = []
  readonly skipped: string[] = []
}

export class Reporter {
  readonly #results = new Map<string, FileResult>()
  /** Failures of files that are run again. */
  readonly #before: string[] = []
  /** The file that each process is at: its suites at the top are files (test/together.ts). */
  readonly #current = new Map<string | undefined, string>()

  /** lines shows a run while it goes on. */
  async *lines(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
    for await (const event of source) {
      if (event.type === 'test:stderr' || event.type === 'test:stdout') yield event.data.message
      // A test's own diagnostics, such as figures; top-level ones are Node's.
      if (event.type === 'test:diagnostic' && event.data.nesting > 0) yield `  ${event.data.message}\n`
      if (event.type === 'test:start' && event.data.nesting === 0)
        this.#current.set(processOf(event.data), event.data.name)
      if (event.type === 'test:pass' || event.type === 'test:fail') yield* this.#ended(event)
    }
  }

  *#ended(event: TestEvent & { type: 'test:pass' | 'test:fail' }): Generator<string> {
    const { data } = event
    const file = this.#current.get(processOf(data)) ?? data.name
    const result = this.#results.get(file) ?? new FileResult()
    this.#results.set(file, result)
    if (data.details.type === 'suite' && data.nesting === 0) {
      result.seconds = data.details.duration_ms / 1000
      yield `${file}  ${result.passed} passed  ${result.seconds.toFixed(1)} s\n`
    }
    if (data.details.type === 'suite' && !failedByItself(event)) return
    if (data.skip !== undefined) result.skipped.push(data.skip === true ? 'no reason given' : String(data.skip))
    else if (event.type === 'test:pass') result.passed++
    else {
      const error = event.data.details.error
      const cause = error.cause instanceof Error ? error.cause : error
      result.failures.push(`✗ ${file}: ${data.name}\n${cause.stack ?? cause.message}\n`)
      yield `✗ ${file}: ${data.name}\n`
    }
  }

  failedFiles = (): string[] =>
    [...this.#results].filter(([, { failures }]) => failures.length > 0).map(([file]) => file)

  /** forget makes room for a second run of these files. */
  forget(files: readonly string[]): void {
    for (const file of files) {
      this.#before.push(...(this.#results.get(file)?.failures ?? []))
      this.#results.delete(file)
    }
  }

  *summary(): Generator<string> {
    const results = [...this.#results.values()]
    const failures = results.flatMap((result) => result.failures)
    if (this.#before.length > 0) yield `\nfailed in the first of two runs:\n${this.#before.join('\n')}\n`
    if (failures.length > 0) yield `\n${failures.join('\n')}\n`
    const slowest = [...this.#results].sort(([, one], [, other]) => other.seconds - one.seconds).slice(0, 5)
    yield `slowest files: ${slowest.map(([file, { seconds }]) => `${file} ${seconds.toFixed(1)} s`).join(', ')}\n`
    const skipped = results.flatMap((result) => result.skipped)
    for (const [reason, tests] of Map.groupBy(skipped, (reason) => reason)) yield `${tests.length} skipped: ${reason}\n`
    const passed = results.reduce((sum, result) => sum + result.passed, 0)
    yield `${passed} passed, ${failures.length} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}\n`
  }
}

/** Whether a suite failed in set-up or clean-up, as its failed tests are counted already. */
const failedByItself = ({ type, data }: TestEvent): boolean =>
  type === 'test:fail' && (data.details.error as { failureType?: string }).failureType !== 'subtestsFailed'

/** processOf is the file that the process was started with; the types of Node don't know it yet. */
const processOf = (data: { file?: string; entryFile?: string }): string | undefined => data.entryFile ?? data.file
