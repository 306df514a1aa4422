// Sends the requests of the explorer's forms, filters the list of operations, and opens the one that an address names.
// The token is read from its field for each request and kept nowhere.

const byId = (id) => document.getElementById(id)
const fieldsOf = (form, place) => [...form.querySelectorAll(`[data-in="${place}"]`)].filter(({ value }) => value !== '')

function requestOf(form) {
  const { method, path } = form.dataset
  let address = path
  for (const field of fieldsOf(form, 'path'))
    address = address.replace(`{${field.dataset.name}}`, encodeURIComponent(field.value))
  const query = new URLSearchParams(fieldsOf(form, 'query').map(({ dataset, value }) => [dataset.name, value]))
  const headers = new Headers(fieldsOf(form, 'header').map(({ dataset, value }) => [dataset.name, value]))
  const token = byId('token').value.trim()
  if (token !== '') headers.set('authorization', `Bearer ${token}`)
  const [body] = fieldsOf(form, 'body')
  const file = form.querySelector('[data-in="file"]')?.files[0]
  if (body) headers.set('content-type', body.dataset.type)
  if (file) headers.set('content-type', file.type || 'application/octet-stream')
  const asked = query.size > 0 ? `${address}?${query}` : address
  // With a token the session of this browser stays out of it.
  return [
    asked,
    { method, headers, body: file ?? body?.value ?? null, credentials: token === '' ? 'same-origin' : 'omit' },
  ]
}

const shown = (text, type) => {
  if (!type.includes('json')) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** show says what came back. A stream has no end: what it says is shown as it comes. */
async function show(result, response, began) {
  const type = response.headers.get('content-type') ?? ''
  const line = document.createElement('p')
  line.textContent = `${response.status} ${response.statusText} · ${Math.round(performance.now() - began)} ms · ${type || 'no body'}`
  const body = document.createElement('pre')
  body.tabIndex = 0
  result.replaceChildren(line, body)
  if (type.startsWith('text/event-stream')) {
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) body.textContent += piece
    return
  }
  if (/^(?:image|audio|video|application\/(?:octet-stream|pdf|zip))/.test(type)) {
    body.textContent = `${(await response.blob()).size} bytes`
    return
  }
  body.textContent = shown(await response.text(), type)
  if (body.textContent === '') body.remove()
}

async function send(form) {
  const result = form.querySelector('.result')
  const [address, options] = requestOf(form)
  const began = performance.now()
  result.textContent = 'Sending …'
  try {
    await show(result, await fetch(address, options), began)
  } catch (error) {
    result.textContent = `The request did not get through: ${error.message}`
  }
}

document.addEventListener('submit', (event) => {
  event.preventDefault()
  if (event.target.matches('.try')) send(event.target)
})

function filter(words) {
  const wanted = words.toLowerCase().split(/\s+/)
  const isWanted = (text) => wanted.every((word) => text.toLowerCase().includes(word))
  for (const link of document.querySelectorAll('.sidebar li a')) {
    const details = byId(link.hash.slice(1))
    const hides = !isWanted(details.querySelector('summary').textContent)
    link.parentElement.hidden = hides
    details.hidden = hides
  }
}

function openNamed() {
  const named = byId(decodeURIComponent(location.hash.slice(1)))
  if (named instanceof HTMLDetailsElement) {
    named.open = true
    named.scrollIntoView()
  }
}

for (const hidden of document.querySelectorAll('.filter, .credentials, .try [hidden]')) hidden.hidden = false
byId('filter').addEventListener('input', ({ target }) => filter(target.value))
addEventListener('hashchange', openNamed)
openNamed()
