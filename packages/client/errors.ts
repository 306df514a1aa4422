// What a response other than success becomes for a program: its status, what the service said, and how long to wait.

import type { ValidationError } from './schema.ts'

export class ResponseError extends Error {
  readonly status: number
  readonly headers: Headers
  /** body is the JSON that came with it: `{ detail }`, and for some errors more. */
  readonly body: unknown
  /** issues are the fields that a 422 names. */
  readonly issues: ValidationError[]

  constructor(operation: string, { status, headers }: Response, body: unknown) {
    const { detail } = (body ?? {}) as { detail?: string | ValidationError[] }
    const issues = Array.isArray(detail) ? detail : []
    super(
      `${operation}: ${status} ${issues.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ') || detail || ''}`,
    )
    this.name = 'ResponseError'
    this.status = status
    this.headers = headers
    this.body = body
    this.issues = issues
  }
}
