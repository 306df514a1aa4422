// ApiError: an error response as one readable sentence, with errors by field.

import type { ErrorBody } from 'galley-client/errors.ts'
import type { Blocker, ValidationError } from 'galley-client/schema.ts'
import { signInWords, takenField, wordsFor } from './wording.ts'

const FEW_SECONDS = 5

export class ApiError extends Error {
  readonly status: number
  readonly issues: ValidationError[]
  readonly blockers: Blocker[]
  /** The document is under review: propose this change instead. */
  readonly needsReview: boolean
  /** The published text and the draft have conflicting changes. */
  readonly needsMerge: boolean
  readonly requestId: string | undefined
  /** Seconds to wait after a 429. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: ErrorBody, retryAfter?: string | null) {
    const detail = body?.detail
    const issues = Array.isArray(detail) ? detail : []
    super(sentenceFor(status, typeof detail === 'string' ? detail : undefined, issues, retryAfter))
    this.name = 'ApiError'
    this.status = status
    this.issues = issues
    this.blockers = (body && 'blockers' in body && body.blockers) || []
    this.needsReview = body !== undefined && 'review' in body
    this.needsMerge = body !== undefined && 'to_merge' in body
    this.requestId = body && 'request_id' in body ? body.request_id : undefined
    this.retryAfter = status === 429 ? Number(retryAfter ?? FEW_SECONDS) : undefined
  }
}

/** What happened and, if possible, what to do. */
function sentenceFor(
  status: number,
  detail: string | undefined,
  issues: ValidationError[],
  retryAfter?: string | null,
): string {
  if (issues.length > 0) return issues.map((issue) => `${fieldName(issue.loc)}${wordsFor(issue)}`).join(' ')
  if (status === 0) return "Can't reach the service. Check your connection; your changes are still here."
  if (status === 401) return signInWords(detail)
  if (status === 429) return `Too many requests. Try again in ${retryAfter ?? 'a few'} seconds.`
  if (status === 503) return `${detail ?? 'The service is busy'}. Try again in a few seconds.`
  if (status >= 500) return 'Something went wrong on the server. Try again; the log has the details.'
  return detail ?? `Unexpected response (${status}).`
}

function fieldName(loc: (string | number)[]): string {
  const [, ...rest] = loc
  return rest.length > 0 ? `${rest.join(' › ')}: ` : ''
}

/** A body's field errors by form field. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  if (error.status === 409) return takenField(error.message)
  const entries = error.issues.filter((issue) => issue.loc[0] === 'body' && issue.loc.length > 1)
  return Object.fromEntries(entries.map((issue) => [String(issue.loc[1]), wordsFor(issue)]))
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'Something unexpected happened.'

export const isStatus = (error: unknown, status: number): error is ApiError =>
  error instanceof ApiError && error.status === status

/** The service was unreachable or unavailable. */
export const isOutage = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 502)

/** A chunk of the panel couldn't be loaded, mostly because an update has replaced it. */
export const isOutdated = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script|preload CSS/i.test(error.message)
