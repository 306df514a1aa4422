// One check of one part of a request: where it is, what it found so far. Shared by all compiled checks; knows no schema.

import { MASK } from '#errors.ts'
import { type Issue, MAX_ISSUES } from '#issues.ts'
import { echo, shorten } from './echo.ts'

/** A Check returns the accepted (perhaps coerced) value, or reports to the run; then its return value is ignored. */
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

  /** here is the current path as a `loc`, with `deeper` below it; keys are the sender's, so they are cut. */
  here(deeper: (string | number)[] = []): (string | number)[] {
    return [...this.path, ...deeper].map((step) => (typeof step === 'string' ? shorten(step, 100) : step))
  }

  /** echo shows an input, unless it is or may hold a secret. */
  echo(input: unknown): unknown {
    return this.secrets.size > 0 && this.#mayHoldSecret(input) ? MASK : echo(input, this.secrets)
  }

  /** A body of the wrong shape altogether may hold its secrets anywhere; below a secret field everything is secret. */
  #mayHoldSecret(input: unknown): boolean {
    const hasFields = typeof input === 'object' && input !== null && !Array.isArray(input)
    if (this.path.length === 1) return !hasFields
    return this.path.some((step) => typeof step === 'string' && this.secrets.has(step.toLowerCase()))
  }
}
