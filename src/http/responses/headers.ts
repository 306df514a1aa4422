// The headers on every response, so that no browser guesses types, frames us or reveals our addresses to other sites.
// @fastify/helmet sets the same and more per request; these are three constants and policies that differ by kind of page.

export const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}
/** JSON_POLICY: a response of the API is data; nothing in it may load or run. It stands for every response that sets none. */
export const JSON_POLICY = "default-src 'none'; frame-ancestors 'none'"
