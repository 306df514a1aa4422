// The headers of every response that sets no other, so that no browser guesses types, frames us or reveals our addresses to other
// sites. @fastify/helmet sets the same and more per request; these are constants and policies that differ by kind of page.

export const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // A response of the API is data: nothing in it may load or run.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}
