// The headers that every answer carries, so that no browser guesses types, frames us or tells other sites where it was.

export const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
}
/** JSON_POLICY: an answer of the API is data; nothing in it may load or run. */
export const JSON_POLICY = "default-src 'none'; frame-ancestors 'none'"
