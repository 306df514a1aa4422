// Headers that belong to one request: they differ between two requests whose responses are otherwise the same.

import type { OutgoingHttpHeaders } from 'node:http'

const OWN = /^(x-request-id|x-ratelimit-.*|date)$/

/** withoutOwn is the headers that two responses can be compared by. */
export const withoutOwn = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.test(name)))
