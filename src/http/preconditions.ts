// If-Match on documents: which version a writer believes to be replacing.

import type { FastifyRequest } from 'fastify'
import { type Issue, invalidValue } from '../errors.ts'

/** A tag is a version, alone or followed by the rest of an ETag: "7", 7, W/"7-abc". */
const TAG = /^(?:W\/)?(?:"([0-9]{1,15})(?:-[^"]*)?"|([0-9]{1,15}))$/

/** expectedVersion is undefined when the writer names no version (or `*`, any). A route that asks has to say so. */
export function expectedVersion(request: FastifyRequest): number | undefined {
  if (!request.route.takesVersion) throw new Error(`${request.route.url} does not say that it takes a version`)
  const given = givenTag(request)
  const found = given === undefined ? undefined : TAG.exec(given)
  return found ? Number(found[1] ?? found[2]) : undefined
}

/** versionIssues: a tag that is no version is refused with all else that is wrong with a request. */
export function versionIssues(request: FastifyRequest): Issue[] {
  const given = givenTag(request)
  if (given === undefined || TAG.test(given)) return []
  return invalidValue(['header', 'if-match'], 'a version is expected, such as "7"', given).detail as Issue[]
}

function givenTag({ headers }: FastifyRequest): string | undefined {
  const given = headers['if-match']?.trim()
  return given === '*' ? undefined : given
}
