// The service worker of sites with GALLEY_SITE_OFFLINE: keeps pages that were read, to be read again without a network. Only
// what the service sends to every visitor is kept (`Cache-Control: public`), never a page made for someone who is signed in.
// The network comes first. A page that was withdrawn goes at the next contact, with whatever page that is.

const CACHE = 'galley-offline'
const MOST_PAGES = 60
const CHECKED_EVERY = 10 * 60_000
const NEVER = /^\/(?:panel|api|auth|read\/(?:search|ask|changes))\b/

const says = ({ headers }, name, words) => words.test(headers.get(name) ?? '')
const isPublic = (response) =>
  response.ok && says(response, 'cache-control', /\bpublic\b/) && says(response, 'content-type', /^text\/html\b/)
/** Pages are at any address, the front page and those from the tree as well. */
const isPage = ({ pathname }) => !pathname.startsWith('/read/assets/')
const pathOf = (request) => new URL(request.url).pathname

async function keep(request, response) {
  const cache = await caches.open(CACHE)
  const copy = response.clone()
  await cache.put(request, copy.clone())
  const files = (await copy.text()).match(/\/read\/assets\/[\w.-]+/g) ?? []
  for (const file of new Set(files)) if (!(await cache.match(file))) await cache.add(file)
  const pages = (await cache.keys()).filter((kept) => isPage(new URL(kept.url)))
  for (const old of pages.slice(0, Math.max(0, pages.length - MOST_PAGES))) await cache.delete(old)
}

let checkedAt = 0

/** withdraw asks for what is kept as a visitor does, and forgets what is no longer there for one. */
async function withdraw() {
  if (Date.now() - checkedAt < CHECKED_EVERY) return
  checkedAt = Date.now()
  const cache = await caches.open(CACHE)
  for (const kept of await cache.keys()) {
    if (!isPage(new URL(kept.url))) continue
    const now = await fetch(kept.url, { method: 'HEAD', credentials: 'omit', cache: 'no-cache' })
    if (!isPublic(now) && now.status < 500) await cache.delete(kept)
  }
}

async function page(request, event) {
  const cache = await caches.open(CACHE)
  let response
  try {
    response = await fetch(request)
  } catch (error) {
    const kept = await cache.match(request)
    if (kept) return kept
    throw error
  }
  if (isPublic(response)) event.waitUntil(keep(request, response.clone()))
  else if (response.status >= 400 && response.status < 500) event.waitUntil(cache.delete(request))
  event.waitUntil(withdraw().catch(() => {}))
  return response
}

const file = async (request) => (await caches.match(request, { cacheName: CACHE })) ?? fetch(request)

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && !NEVER.test(pathname)) event.respondWith(page(request, event))
  else if (pathname.startsWith('/read/assets/')) event.respondWith(file(request))
})

addEventListener('activate', (event) => event.waitUntil(clients.claim()))

/** The page that brought the worker was loaded before it: it says where it is. */
addEventListener('message', (event) => {
  if (NEVER.test(pathOf({ url: event.data }))) return
  const request = new Request(event.data)
  event.waitUntil(fetch(request).then((response) => isPublic(response) && keep(request, response)))
})
