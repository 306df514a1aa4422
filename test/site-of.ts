// A site with its people for one suite: what a test sends as one of them, and what comes back.

import { before } from 'node:test'
import type { Role } from '../src/engine/db/vocabulary.ts'
import { type BuildOptions, type Built, build, type Method, type TestPerson } from './build.ts'
import { suiteCleaner } from './cleaner.ts'

/** siteOf's site and people are there when the suite's tests begin; requests are by the first person unless another is named. */
export function siteOf<Name extends string>(options: BuildOptions, roles: Record<Name, Role>) {
  const t = suiteCleaner()
  const deps = {} as Built
  const names = Object.keys(roles) as Name[]
  const people = Object.fromEntries(names.map((name) => [name, {}])) as Record<Name, TestPerson>
  before(async () => {
    Object.assign(deps, await build(t, options))
    for (const name of names) Object.assign(people[name], await deps.person(roles[name]))
  })
  const send = async (
    method: Method,
    url: string,
    payload?: object,
    by: { headers: Record<string, string> } = people[names[0]!],
  ) => {
    const response = await deps.app.inject({ method, url, headers: by.headers, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.body === '' ? null : response.json() }
  }
  /** ask gives the response as it is; `headers` come beside those of the first person. */
  const ask = (method: Method, url: string, payload?: object, headers: Record<string, string> = {}) =>
    deps.app.inject({
      method,
      url,
      headers: { ...people[names[0]!].headers, ...headers },
      ...(payload && { payload }),
    })
  return { deps, people, send, ask }
}
