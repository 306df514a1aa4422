// If-Match: the version that a write expects to replace. A document's is its number, a draft's the time of its last change.

import type { FastifyRequest } from 'fastify'
import { type Issue, valueError } from '#issues.ts'

type TagKind = { tag: RegExp; sentence: string }

/** A version alone or at the start of an ETag: "7", 7, W/"7-abc". */
const NUMBER: TagKind = {
  tag: /^(?:W\/)?(?:"([0-9]{1,15})(?:-[^"]*)?"|([0-9]{1,15}))$/,
  sentence: 'a version is expected, such as "7"',
}
const MOMENT: TagKind = {
  tag: /^(?:W\/)?"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z)"$/,
  sentence: 'an updated_at is expected, such as "2026-01-31T12:00:00.000Z"',
}

/** Undefined without a version (or with `*`). The route declares takesVersion. */
export function expectedVersion(request: FastifyRequest): number | undefined {
  const found = readTag(request, NUMBER)
  return found === undefined ? undefined : Number(found)
}

/** The `updated_at` of a response; undefined as above. */
export const expectedMoment = (request: FastifyRequest): string | undefined => readTag(request, MOMENT)

/** An invalid tag is reported with the request's other errors. */
export function versionIssues(request: FastifyRequest): Issue[] {
  const given = givenTag(request)
  const { tag, sentence } = kindOf(request)
  if (given === undefined || tag.test(given)) return []
  return [valueError(['header', 'if-match'], sentence, given)]
}

const kindOf = ({ route }: FastifyRequest): TagKind => (route.takesVersion === 'moment' ? MOMENT : NUMBER)

function readTag(request: FastifyRequest, kind: TagKind): string | undefined {
  const { takesVersion, url } = request.route
  if (!takesVersion || kindOf(request) !== kind) throw new Error(`${url} does not say that it takes such a version`)
  const given = givenTag(request)
  const found = given === undefined ? undefined : kind.tag.exec(given)
  return found?.[1] ?? found?.[2]
}

function givenTag({ headers }: FastifyRequest): string | undefined {
  const given = headers['if-match']?.trim()
  return given === '*' ? undefined : given
}
