// If-Match: what a writer believes to be replacing, a document by its version, a draft by the moment of its last change.

import type { FastifyRequest } from 'fastify'
import { invalidValue } from '../errors.ts'

/** A tag is a version, alone or followed by the rest of an ETag: "7", 7, W/"7-abc". */
const VERSION = /^(?:W\/)?(?:"([0-9]{1,15})(?:-[^"]*)?"|([0-9]{1,15}))$/
const MOMENT = /^(?:W\/)?"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z)"$/

/** expectedVersion is undefined when the writer names no version (or `*`, any). */
export function expectedVersion(request: FastifyRequest): number | undefined {
  const found = readTag(request, VERSION, 'a version is expected, such as "7"')
  return found === undefined ? undefined : Number(found)
}

/** expectedMoment is an `updated_at` as it was answered, or undefined as above. */
export const expectedMoment = (request: FastifyRequest): string | undefined =>
  readTag(request, MOMENT, 'an updated_at is expected, such as "2026-01-31T12:00:00.000Z"')

function readTag(request: FastifyRequest, tag: RegExp, sentence: string): string | undefined {
  const given = request.headers['if-match']
  if (given === undefined || given.trim() === '*') return undefined
  const found = tag.exec(given.trim())
  if (!found) throw invalidValue(['header', 'if-match'], sentence, given)
  return found[1] ?? found[2]
}
