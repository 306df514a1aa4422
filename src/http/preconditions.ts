// If-Match on documents: which version a writer believes to be replacing.

import type { FastifyRequest } from 'fastify'
import { invalidValue } from '../errors.ts'

/** A tag is a version, alone or followed by the rest of an ETag: "7", 7, W/"7-abc". */
const TAG = /^(?:W\/)?(?:"([0-9]{1,15})(?:-[^"]*)?"|([0-9]{1,15}))$/

/** expectedVersion is undefined when the writer names no version (or `*`, any). A route that asks has to say so. */
export function expectedVersion(request: FastifyRequest): number | undefined {
  if (!request.route.takesVersion) throw new Error(`${request.route.url} does not say that it takes a version`)
  const given = request.headers['if-match']
  if (given === undefined || given.trim() === '*') return undefined
  const found = TAG.exec(given.trim())
  if (!found) {
    throw invalidValue(['header', 'if-match'], 'a version is expected, such as "7"', given)
  }
  return Number(found[1] ?? found[2])
}
