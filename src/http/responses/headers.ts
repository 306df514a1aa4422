// Default response headers: no content sniffing, no framing, no referrer. Constants rather than @fastify/helmet, which
// computes the same per request; policies differ by kind of page.

export const SAFE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // API responses are data: nothing in them may load or run.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}
