// Settings of addresses, networks, limits and caches.

import { networks, oneOf, url, whole, words } from './kinds.ts'

export const NETWORK_SETTINGS = {
  publicUrl: url(
    'GALLEY_PUBLIC_URL',
    ['http:', 'https:'],
    'Address that people use, for links, cookies and the Host check.',
  ),
  allowedHosts: words('GALLEY_ALLOWED_HOSTS', '', 'More host names to accept, besides loopback and the public URL.'),
  trustedNetworks: networks(
    'GALLEY_TRUSTED_NETWORKS',
    'loopback',
    'Networks from which guarded endpoints need no token; none closes them, and is the default with GALLEY_PUBLIC_URL or a GALLEY_HOST that is not loopback.',
  ),
  trustProxy: networks('GALLEY_TRUST_PROXY', 'none', 'Proxies whose forwarding headers are trusted.'),
  corsOrigins: words('GALLEY_CORS_ORIGINS', '', 'Web origins that may call the API from a browser.'),
  rateToken: whole(
    'GALLEY_RATE_TOKEN',
    600,
    0,
    1_000_000_000,
    'Requests a minute for one token, on each node; 0 is no limit.',
  ),
  sharedCacheSeconds: whole(
    'GALLEY_SHARED_CACHE_SECONDS',
    0,
    0,
    86_400,
    'How long a shared cache (CDN, proxy) may show public pages without asking. A page that was closed or changed is visible there for as long.',
  ),
  rateSearch: whole(
    'GALLEY_RATE_SEARCH',
    240,
    0,
    1_000_000_000,
    "Searches a minute on the reader's pages for one address, on each node; 0 is no limit.",
  ),
  rateIp: whole(
    'GALLEY_RATE_IP',
    60,
    0,
    1_000_000_000,
    'Requests a minute for one address without a valid token, on each node; 0 is no limit. Signing in counts apart and may take five times as many.',
  ),
  mcp: oneOf(
    'GALLEY_MCP',
    ['open', 'token', 'off'],
    'open',
    'Assistants at /mcp: open to everyone for what the public site shows, only with a token, or not at all.',
  ),
  webhookNetworks: networks(
    'GALLEY_WEBHOOK_NETWORKS',
    'none',
    'Private networks that webhooks may be sent to, such as loopback or 10.0.0.0/8.',
  ),
  logLevel: oneOf(
    'GALLEY_LOG_LEVEL',
    ['debug', 'info', 'warn', 'error', 'silent'],
    'info',
    'The least important log line to write.',
  ),
}
