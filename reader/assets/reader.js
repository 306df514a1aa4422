// Progressive enhancement of pages: search as you type, light and dark, copying code, synchronised tabs, zooming images, a
// table of contents that follows the reader. All content works without this file.

const root = document.documentElement

/** Texts are in WORDS, defined before this script in the page's language (words.ts). */
function say(name, values = {}) {
  const form = WORDS[name] ?? WORDS[`${name}_${new Intl.PluralRules(WORDS.lang).select(values.count)}`]
  return (form ?? WORDS[`${name}_other`]).replace(/\{(\w+)\}/g, (_, place) => values[place])
}

/** Builds an element; strings are always text, never markup. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

function switchTheme() {
  const button = document.querySelector('.theme-switch')
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)')
  const isDark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : systemIsDark.matches)
  const show = () => button.setAttribute('aria-pressed', String(isDark()))
  button.querySelector('.unseen').textContent = say('darkMode')
  button.hidden = false
  show()
  systemIsDark.addEventListener('change', show)
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark'
    show()
    remember('theme', root.dataset.theme)
  })
}

function remember(name, value) {
  try {
    localStorage.setItem(name, value)
  } catch {
    // Storage is unavailable: remembered for this page only.
  }
}

/** Remembered tab labels, most recent last. */
const MOST_TABS = 30

function chosenTabs() {
  try {
    return new Map(JSON.parse(localStorage.getItem('tabs')))
  } catch {
    return new Map()
  }
}

/** Tabs with the same labels switch together, here and on later pages. */
function switchTabs() {
  const groups = [...document.querySelectorAll('.tabs')].map((group) => {
    const labels = [...group.querySelectorAll(':scope > label')].map((label) => label.textContent)
    return { group, labels, key: labels.join('\n'), inputs: group.querySelectorAll(':scope > input') }
  })
  const show = (key, label) => {
    for (const { labels, inputs, key: own } of groups)
      if (own === key && labels.includes(label)) inputs[labels.indexOf(label)].checked = true
  }
  if (groups.length === 0) return
  for (const [key, label] of chosenTabs()) show(key, label)
  for (const { group, labels, inputs, key } of groups)
    group.addEventListener('change', ({ target }) => {
      const label = labels[[...inputs].indexOf(target)]
      if (label === undefined) return
      const before = group.getBoundingClientRect().top
      show(key, label)
      // Tabs above may have changed their height: keep the pressed one in place.
      scrollBy({ top: group.getBoundingClientRect().top - before, behavior: 'instant' })
      const chosen = chosenTabs()
      chosen.delete(key)
      remember('tabs', JSON.stringify([...chosen.set(key, label)].slice(-MOST_TABS)))
    })
}

/** Opens images in full size if they are shown smaller. */
function zoomPictures() {
  const zoom = (image, alt) => {
    const full = make('img', { src: image.currentSrc || image.src, alt })
    const dialog = make('dialog', { class: 'zoomed', 'aria-label': alt || say('picture') }, full)
    dialog.addEventListener('click', () => dialog.close())
    dialog.addEventListener('close', () => {
      dialog.remove()
      image.focus()
    })
    document.body.append(dialog)
    dialog.showModal()
  }
  const offer = (image) => {
    if (image.naturalWidth <= image.clientWidth + 1 || image.closest('a')) return
    const { alt } = image
    image.tabIndex = 0
    image.setAttribute('role', 'button')
    // An image without alt text is decoration, unless it is clickable.
    if (alt) image.setAttribute('aria-label', say('enlarge', { name: alt }))
    else image.alt = say('enlargePicture')
    image.addEventListener('click', () => zoom(image, alt))
    image.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      zoom(image, alt)
    })
  }
  for (const image of document.querySelectorAll('.content .media img'))
    if (image.complete) offer(image)
    else image.addEventListener('load', () => offer(image), { once: true })
}

/** Makes a button copy the text from `read` and confirm it for a moment. */
function copyOn(button, read) {
  const label = button.textContent
  button.addEventListener('click', async () => {
    try {
      // As a promise, because Safari refuses to copy after awaiting something.
      const text = Promise.resolve(read()).then((text) => new Blob([text], { type: 'text/plain' }))
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
      button.textContent = say('copied')
    } catch {
      button.textContent = say('couldNotCopy')
    }
    setTimeout(() => {
      button.textContent = label
    }, 1600)
  })
}

function copyButtons() {
  if (!navigator.clipboard) return
  for (const block of document.querySelectorAll('.code-block')) {
    const button = make('button', { type: 'button', class: 'copy' }, say('copy'))
    copyOn(button, () => block.querySelector('code').textContent)
    block.append(button)
  }
}

/** The page's menu: copies its Markdown, and closes like any menu. */
function openMenus() {
  const copy = document.querySelector('[data-copy]')
  if (copy && navigator.clipboard) {
    copy.hidden = false
    copyOn(copy, () => fetch(copy.dataset.copy).then((response) => (response.ok ? response.text() : Promise.reject())))
  }
  for (const menu of document.querySelectorAll('.page-menu')) {
    document.addEventListener('click', ({ target }) => {
      if (!menu.contains(target)) menu.open = false
    })
    menu.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !menu.open) return
      menu.open = false
      menu.querySelector('summary').focus()
    })
  }
}

function followScroll() {
  const links = new Map()
  for (const link of document.querySelectorAll('.toc a')) {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)))
    if (heading) links.set(heading, link)
  }
  if (links.size === 0) return
  let current
  const mark = () => {
    const line = innerHeight * 0.25
    const headings = [...links.keys()]
    const atEnd = innerHeight + scrollY >= root.scrollHeight - 2
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top <= line)
    const link = links.get(atEnd ? headings.at(-1) : (passed.at(-1) ?? headings[0]))
    if (link === current) return
    current?.removeAttribute('aria-current')
    current = link
    current.setAttribute('aria-current', 'location')
    const box = current.closest('.toc')
    const place = current.offsetTop - box.clientHeight / 2
    if (box.scrollHeight > box.clientHeight) box.scrollTop = place
  }
  let waiting = false
  const soon = () => {
    if (waiting) return
    waiting = true
    requestAnimationFrame(() => {
      waiting = false
      mark()
    })
  }
  addEventListener('scroll', soon, { passive: true })
  addEventListener('resize', soon, { passive: true })
  mark()
}

/** Converts "… <mark>word</mark> …" into nodes without parsing markup. */
function snippetParts(snippet) {
  const decode = (text) =>
    text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name])
  return snippet
    .split(/(<mark>[^<]*<\/mark>)/)
    .map((part) => (part.startsWith('<mark>') ? make('mark', {}, decode(part.slice(6, -7))) : decode(part)))
}

/** Fetches an answer's markup, which the service has escaped. */
async function askService(words, more = {}) {
  const query = new URLSearchParams({ q: words, lang: document.documentElement.lang, ...more })
  const response = await fetch(`/read/ask?${query}`).catch(() => undefined)
  return response?.ok ? await response.text() : ''
}

/** Replaces the passages by a model's answer, if the service has a model. */
async function writeAnswer(section, words) {
  if (!section?.hasAttribute('data-write')) return
  const said = make('p', { class: 'facts', role: 'status' }, say('writing'))
  section.append(said)
  const answer = await askService(words, { write: '' })
  if (answer === '') return said.remove()
  const [written] = new DOMParser().parseFromString(answer, 'text/html').body.children
  section.replaceWith(written)
  improveAnswer(written)
}

/** Adds copying an answer with its source, and sending feedback in place. */
function improveAnswer(section) {
  const said = section?.querySelector('mark, .written')
  if (!said) return
  const copy = make('button', { type: 'button' }, say('copySource'))
  copy.addEventListener('click', async () => {
    const links = [...section.querySelectorAll('.facts a')].slice(0, said.className === 'written' ? undefined : 1)
    const sources = links.map((link) => `${link.parentElement.textContent}: ${link.href}`)
    await navigator.clipboard.writeText([`“${said.textContent.trim()}”`, ...sources].join('\n'))
    copy.textContent = say('copied')
  })
  const form = section.querySelector('form[action$=feedback]')
  form.append(copy)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    fetch(form.action, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(new FormData(form, event.submitter)),
    })
    form.replaceChildren(make('span', { role: 'status' }, say('thanks')), copy)
  })
}

/** Typed text is asked as a question after so many milliseconds without typing. */
const ASKED_AFTER = 400

class Finder {
  constructor() {
    this.input = make('input', {
      type: 'search',
      placeholder: say('searchAll'),
      'aria-label': say('searchAll'),
      role: 'combobox',
      'aria-expanded': 'false',
      'aria-controls': 'finder-list',
      'aria-autocomplete': 'list',
      autocomplete: 'off',
      spellcheck: 'false',
      maxlength: '200',
    })
    this.list = make('div', { class: 'found', id: 'finder-list', role: 'listbox', 'aria-label': say('results') })
    this.said = make('p', { class: 'finder-said', role: 'status' })
    const glass = document.querySelector('.search-open .icon').cloneNode(true)
    const field = make(
      'div',
      { class: 'finder-field' },
      glass,
      this.input,
      make('kbd', { 'aria-hidden': 'true' }, 'Esc'),
    )
    this.answer = make('div', { class: 'finder-answer', 'aria-live': 'polite' })
    const parts = [field, this.answer, this.list, this.said]
    this.dialog = make('dialog', { class: 'finder', 'aria-label': say('search') }, ...parts)
    document.body.append(this.dialog)
    this.items = []
    this.chosen = -1
    this.input.addEventListener('input', () => this.searchSoon())
    this.input.addEventListener('keydown', (event) => this.onKey(event))
    this.dialog.addEventListener('click', (event) => event.target === this.dialog && this.dialog.close())
  }

  open() {
    if (this.dialog.open) return
    this.dialog.showModal()
    this.input.focus()
    this.input.select()
    if (this.items.length === 0) this.say(say('hint'))
  }

  say(text) {
    this.said.textContent = text
  }

  onKey(event) {
    if (event.key === 'Escape') {
      // The first Esc would only empty the search field.
      event.preventDefault()
      this.dialog.close()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      const count = this.items.length
      if (count > 0) this.choose((this.chosen + step + count) % count)
    } else if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault()
      const item = this.items[this.chosen]
      const words = this.input.value.trim()
      if (item) location.assign(item.path)
      else if (words !== '') location.assign(`/read/search?q=${encodeURIComponent(words)}`)
    }
  }

  choose(index) {
    this.list.children[this.chosen]?.setAttribute('aria-selected', 'false')
    this.chosen = index
    const row = this.list.children[index]
    if (!row) return this.input.removeAttribute('aria-activedescendant')
    row.setAttribute('aria-selected', 'true')
    row.scrollIntoView({ block: 'nearest' })
    this.input.setAttribute('aria-activedescendant', row.id)
  }

  searchSoon() {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.search(), 90)
    clearTimeout(this.askTimer)
    this.askTimer = setTimeout(() => this.ask(), ASKED_AFTER)
  }

  async ask() {
    const words = this.input.value.trim()
    const answer = words === '' ? '' : await askService(words)
    // The text has changed meanwhile.
    if (words !== this.input.value.trim()) return
    this.answer.innerHTML = answer
    const section = this.answer.querySelector('.answer')
    improveAnswer(section)
    // The model is asked only when a question is complete.
    if (/[?？]$/.test(words)) writeAnswer(section, words)
  }

  async search() {
    const words = this.input.value.trim()
    this.asking?.abort()
    if (words === '') return this.show([], say('hint'))
    this.asking = new AbortController()
    try {
      const query = new URLSearchParams({ q: words, lang: document.documentElement.lang })
      const response = await fetch(`/read/search.json?${query}`, { signal: this.asking.signal })
      if (!response.ok) throw new Error(String(response.status))
      const found = await response.json()
      const dropped = response.headers.get('x-search-dropped')?.split(',').map(decodeURIComponent).join(', ')
      const without = dropped ? `${say('nothingFor', { words: dropped })} ` : ''
      this.show(
        found,
        found.length === 0 ? say('noResults', { words }) : without + say('found', { count: found.length }),
      )
    } catch (error) {
      if (error.name !== 'AbortError') this.show([], say('unavailable'))
    }
  }

  show(items, said) {
    this.items = items
    this.list.replaceChildren(...items.map((item, index) => this.row(item, index)))
    this.input.setAttribute('aria-expanded', String(items.length > 0))
    this.chosen = -1
    this.choose(items.length > 0 ? 0 : -1)
    this.say(said)
  }

  row({ path, title, section, category, snippet, summary }, index) {
    const named = make('strong', { dir: 'auto' }, section && section !== title ? `${title} › ${section}` : title)
    // Options are links, so that they can be opened in another tab.
    const row = make('a', {
      href: path,
      tabindex: '-1',
      id: `found-${index}`,
      role: 'option',
      'aria-selected': 'false',
    })
    row.append(named)
    if (category) row.append(make('small', { dir: 'auto' }, category))
    if (snippet) row.append(make('span', { dir: 'auto' }, ...snippetParts(snippet)))
    else if (summary) row.append(make('span', { dir: 'auto' }, summary))
    row.addEventListener('mousemove', () => this.chosen !== index && this.choose(index))
    return row
  }
}

/** Elements that get their mark below; others get it at the end of their text, before nested blocks. */
const WHOLE = 'pre, table'

function putMark(place, mark) {
  if (place.matches(WHOLE)) return place.parentElement.after(mark)
  const nested = place.querySelector(':scope > :is(p, ul, ol, div, table, figure, details, blockquote)')
  return nested ? nested.before(mark) : place.append(mark)
}

/** Marks each paragraph that has a note at the end of the page; a switch shows and hides them. */
function sourceMarks() {
  const notes = [...document.querySelectorAll('.sources > ol > li')]
  if (notes.length === 0 || !HTMLElement.prototype.showPopover) return
  const article = document.querySelector('article')
  // Compares letters and digits only: line breaks, formulas and footnotes differ in the page.
  const letters = (text) => text.replace(/[^\p{L}\p{N}]/gu, '')
  const places = [...article.querySelectorAll(`.content :is(p, li, h2, h3, h4, h5, h6, summary, ${WHOLE})`)].map(
    (element) => ({ element, text: letters(element.textContent) }),
  )
  for (const [index, note] of notes.entries()) {
    const wanted = letters(note.dataset.for)
    const at = places.findIndex(({ text }) => wanted !== '' && text.startsWith(wanted))
    if (at === -1) continue
    // Notes are in page order, and a text that occurs twice has a note for each.
    const [place] = places.splice(0, at + 1).slice(-1)
    const card = make('div', { id: `${note.id}-card`, class: 'source-card', popover: 'auto' })
    card.append(...note.cloneNode(true).childNodes)
    const target = { type: 'button', class: 'source-mark', popovertarget: card.id }
    putMark(
      place.element,
      make('button', { ...target, 'aria-label': say('source', { number: index + 1 }) }, String(index + 1)),
    )
    article.append(card)
  }
  const button = make('button', { type: 'button', class: 'sources-switch', 'aria-pressed': 'false' }, say('sources'))
  button.addEventListener('click', () => {
    button.setAttribute('aria-pressed', String(article.classList.toggle('with-sources')))
  })
  article.querySelector('.sources-link').replaceWith(button)
}

/** Large sites: loads a category's branch of the sidebar when it is opened. */
function unfoldBranches() {
  const sidebar = document.querySelector('.sidebar')
  const asButtons = (part) => {
    for (const link of part.querySelectorAll('.unfold')) {
      link.setAttribute('role', 'button')
      link.setAttribute('aria-expanded', 'false')
    }
  }
  asButtons(sidebar)
  sidebar.addEventListener('keydown', (event) => {
    if (event.key !== ' ' || !event.target.matches('.unfold')) return
    event.preventDefault()
    event.target.click()
  })
  sidebar.addEventListener('click', async (event) => {
    const link = event.target.closest('.unfold')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (link.hasAttribute('aria-busy')) return
    link.setAttribute('aria-busy', 'true')
    try {
      const response = await fetch(link.dataset.branch)
      if (!response.ok) throw new Error(response.statusText)
      const template = document.createElement('template')
      // The service's own markup, already escaped.
      template.innerHTML = await response.text()
      const details = template.content.querySelector('details')
      details.open = true
      asButtons(details)
      link.replaceWith(details)
      details.querySelector('summary').focus()
    } catch {
      location.href = link.href
    }
  })
}

function searchByKeyboard() {
  let finder
  const open = (event) => {
    event.preventDefault()
    finder ??= new Finder()
    finder.open()
  }
  const isTyping = (target) => target.closest?.('input, textarea, select, [contenteditable]')
  document.querySelector('.search-open').addEventListener('click', (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) open(event)
  })
  document.addEventListener('keydown', (event) => {
    const command = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
    const neighbour = { n: 'next', p: 'prev' }[event.key]
    if (command || (isPlain && event.key === '/')) open(event)
    else if (isPlain && neighbour && !document.querySelector('dialog[open]'))
      document.querySelector(`.neighbours [rel=${neighbour}]`)?.click()
    else if (event.key === 'Escape' && location.hash === '#menu') location.hash = '#content'
  })
}

/** Loads an embed on click, in a frame with its own policy; without script it is a link. */
function loadEmbeds() {
  for (const link of document.querySelectorAll('a[data-ratio]')) link.style.aspectRatio = link.dataset.ratio
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[data-embed]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const frame = document.createElement('iframe')
    frame.className = 'embed'
    frame.style.aspectRatio = link.style.aspectRatio
    frame.title = link.textContent.trim()
    frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-forms allow-presentation')
    frame.src = `/read/assets/embed/index.html?url=${encodeURIComponent(link.dataset.embed)}`
    link.replaceWith(frame)
    frame.focus()
  })
}

switchTheme()
searchByKeyboard()
const shownAnswer = document.querySelector('main .answer')
improveAnswer(shownAnswer)
writeAnswer(shownAnswer, new URLSearchParams(location.search).get('q'))
copyButtons()
openMenus()
switchTabs()
zoomPictures()
loadEmbeds()
sourceMarks()
unfoldBranches()
followScroll()
document.querySelector('.sidebar [aria-current]')?.scrollIntoView({ block: 'nearest' })
