// Every error that a caller can see, one factory each: status, public text, private cause. No HTTP libraries;
// http/responses/errors.ts makes responses.

import { type Issue, valueError } from './issues.ts'

type ErrorParts = { cause?: unknown; headers?: Record<string, string>; extra?: Record<string, unknown> }

/** Sent as `{"detail": …}`; the cause is only logged. */
export class GalleyError extends Error {
  readonly status: number
  readonly detail: string | Issue[]
  readonly headers: Record<string, string>
  readonly extra: Record<string, unknown>

  constructor(status: number, detail: string | Issue[], options: ErrorParts = {}) {
    super(typeof detail === 'string' ? detail : 'Validation error', { cause: options.cause })
    this.name = 'GalleyError'
    this.status = status
    this.detail = detail
    this.headers = options.headers ?? {}
    this.extra = options.extra ?? {}
  }
}

type Unauthenticated =
  | 'Not authenticated'
  | 'Token expired'
  | 'Invalid token'
  | 'Invalid credentials'
  | 'Invalid or expired code'

export const unauthenticated = (text: Unauthenticated) =>
  new GalleyError(401, text, { headers: { 'www-authenticate': 'Bearer' } })

export const forbidden = (text: string) => new GalleyError(403, text)

/** Requires POST /auth/step-up; `step_up` tells programs. */
export const proofNeeded = () => new GalleyError(403, 'Confirm it is you', { extra: { step_up: true } })

/** The role requires a second factor that the account lacks. */
export const factorNeeded = () =>
  new GalleyError(403, 'Set up a second factor first', { extra: { second_factor_setup: true } })

/** The first step succeeded; POST /auth/second-factor takes the ticket and the second factor. */
export const secondFactorNeeded = (second_factor: { ticket: string; methods: string[]; expires_in: number }) =>
  new GalleyError(403, 'Second factor needed', { extra: { second_factor } })

/** Names the kind of thing; the same for hidden and missing ones. */
export const notFound = (
  thing:
    | 'Document'
    | 'Category'
    | 'Job'
    | 'Import'
    | 'Iteration'
    | 'Question'
    | 'Redirect'
    | 'Action'
    | 'Process'
    | 'Proposal'
    | 'User'
    | 'Token'
    | 'Factor'
    | 'Group'
    | 'Identity'
    | 'Provider'
    | 'Session'
    | 'Source'
    | 'Revision'
    | 'Working copy'
    | 'Preview'
    | 'Picture'
    | 'Upload'
    | 'Webhook'
    | 'Delivery'
    | 'Edit'
    | 'Entry'
    | 'Thread'
    | 'Comment',
) => new GalleyError(404, `${thing} not found`)

/** For a path without a route. */
export const noSuchAddress = () => new GalleyError(404, 'Not Found')

export const conflict = (sentence: string, extra?: Record<string, unknown>) => new GalleyError(409, sentence, { extra })

export const staleVersion = <V extends number | string>(given: V, current: V) =>
  new GalleyError(412, `Version ${given} is not current (now ${current})`)

/** A 422 with all issues of a request. */
export const invalid = (issues: Issue[]) => new GalleyError(422, issues)

/** Replaces secrets wherever a response echoes input. */
export const MASK = '**********'

/** A 422 for one value that violates a rule. */
export const invalidValue = (...about: Parameters<typeof valueError>) => invalid([valueError(...about)])

/** Runs all parts in order and throws all their issues as one 422. */
export async function collectIssues<Parts extends readonly unknown[]>(
  ...parts: { [K in keyof Parts]: () => Parts[K] | Promise<Parts[K]> }
): Promise<Parts> {
  const results: unknown[] = []
  const issues: Issue[] = []
  for (const part of parts) {
    try {
      results.push(await part())
    } catch (error) {
      if (!(error instanceof GalleyError) || typeof error.detail === 'string') throw error
      issues.push(...error.detail)
    }
  }
  if (issues.length > 0) throw invalid(issues)
  return results as unknown as Parts
}

export const tooManyRequests = (retryAfterSeconds: number, headers: Record<string, string> = {}) =>
  new GalleyError(429, 'Rate limit exceeded', {
    headers: { ...headers, 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  })

/** For visitors' input: retry once people have looked at what is pending. */
export const enoughWaits = (sentence: string) => new GalleyError(429, sentence, { headers: { 'retry-after': '3600' } })

export const unavailable = (sentence: string, retryAfterSeconds = 1, cause?: unknown) =>
  new GalleyError(503, sentence, { cause, headers: { 'retry-after': String(retryAfterSeconds) } })

export const storageUnavailable = (cause: unknown) => unavailable('Storage unavailable', 1, cause)

/** A 503 that waiting won't fix: a setting is missing. */
export const notConfigured = (sentence: string) => new GalleyError(503, sentence)

/** Stops a command with one line that says what to do; main.ts prints it and exits with its code. */
export class StartError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StartError'
  }

  readonly code: number = 1
}

/** Wrong arguments. */
export class UsageError extends StartError {
  override readonly code = 2
}
