// The state of checking one part of a request: the current path and the errors so far. Shared by all compiled checks; knows
// no schema.

import { MASK } from '#errors.ts'
import { type Issue, MAX_ISSUES } from '#issues.ts'
import { echo, shorten } from './echo.ts'

/** Returns the accepted (perhaps coerced) value, or reports to the run; then the return value is ignored. */
export type Check = (value: unknown, run: CheckRun) => unknown

export class CheckRun {
  readonly path: (string | number)[]
  readonly issues: Issue[] = []
  readonly secrets: ReadonlySet<string>

  constructor(part: string, secrets: ReadonlySet<string>) {
    this.path = [part]
    this.secrets = secrets
  }

  get isFull(): boolean {
    return this.issues.length >= MAX_ISSUES
  }

  report(issue: Issue): undefined {
    if (!this.isFull) this.issues.push(issue)
  }

  /** The current path as a `loc`, with `deeper` appended; keys are the sender's, so they are cut. */
  here(deeper: (string | number)[] = []): (string | number)[] {
    return [...this.path, ...deeper].map((step) => (typeof step === 'string' ? shorten(step, 100) : step))
  }

  /** Shows an input unless it is or may contain a secret. */
  echo(input: unknown): unknown {
    return this.secrets.size > 0 && this.#mayHoldSecret(input) ? MASK : echo(input, this.secrets)
  }

  /** A malformed body may contain its secrets anywhere; everything below a secret field is secret. */
  #mayHoldSecret(input: unknown): boolean {
    const hasFields = typeof input === 'object' && input !== null && !Array.isArray(input)
    if (this.path.length === 1) return !hasFields
    return this.path.some((step) => typeof step === 'string' && this.secrets.has(step.toLowerCase()))
  }
}
