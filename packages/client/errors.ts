// Error responses: status, message, and how long to wait. Bodies are typed by operation and status.

import type { Api, SharedErrors, ValidationError } from './schema.ts'

/** An operation's error bodies by status. */
export type ErrorsOf<K extends keyof Api> = Api[K] extends { errors: infer Own }
  ? Own & Omit<SharedErrors, keyof Own>
  : SharedErrors
/** Any of the API's error bodies; undefined if a proxy responded with something else. */
export type ErrorBody = { [K in keyof Api]: ErrorsOf<K>[keyof ErrorsOf<K>] }[keyof Api] | undefined

export class ResponseError extends Error {
  readonly operation: keyof Api
  readonly status: number
  readonly headers: Headers
  readonly body: ErrorBody
  /** The fields that a 422 names. */
  readonly issues: ValidationError[]

  constructor(operation: keyof Api, { status, headers }: Pick<Response, 'status' | 'headers'>, body: unknown) {
    const { detail } = (body ?? {}) as { detail?: string | ValidationError[] }
    const issues = Array.isArray(detail) ? detail : []
    super(
      `${operation}: ${status} ${issues.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('; ') || detail || ''}`,
    )
    this.name = 'ResponseError'
    this.operation = operation
    this.status = status
    this.headers = headers
    this.body = typeof body === 'object' && body !== null ? (body as ErrorBody) : undefined
    this.issues = issues
  }
}

/** Narrows an error to an operation's status and body. */
export const isRefusal = <K extends keyof Api, S extends keyof ErrorsOf<K>>(
  error: unknown,
  operation: K,
  status: S,
): error is ResponseError & { status: S; body: ErrorsOf<K>[S] } =>
  error instanceof ResponseError && error.operation === operation && error.status === status && error.body !== undefined
