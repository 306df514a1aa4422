// Shows Mermaid's drawing of a text in a frame of its own, on pages of the reader and of the panel. Mermaid runs only in that
// frame (diagram/), without an origin: a document's text can bring no script and no style into the page around it. What the
// frame reports is checked like any other input. Plain JavaScript, because the reader sends it as it is.

const PAGE = '/read/assets/diagram/index.html'
/**
 * A drawing that is under way can't be stopped, and a browser may draw in the process of the page, which stands still
 * meanwhile: 200 tangled edges took Chromium 3 s, 500 more than a minute.
 */
const LONGEST_SOURCE = 50_000
const MOST_STATEMENTS = 300
/** What is drawn elsewhere, or waits for its script, gets this long. */
const LONGEST_MS = 20_000
const HIGHEST = 20_000

/** diagramFrame makes a frame that its caller puts into a page; `draw` is called with the text, and whenever it changes. */
export function diagramFrame(title, { onDrawn, onFailed }) {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  // There is nothing inside to focus.
  Object.assign(frame, { className: 'diagram-frame', title, src: PAGE, loading: 'lazy', tabIndex: -1 })
  let [source, number, isReady, timer] = ['', 0, false, undefined]

  const order = () => {
    if (!isReady || source === '') return
    clearTimeout(timer)
    timer = setTimeout(() => fail('It takes too long to draw.'), LONGEST_MS)
    number++
    // No origin can be named for a frame that has none; it is ours, and it is told nothing but what the page shows anyway.
    frame.contentWindow.postMessage({ number, source, isDark: isDark() }, '*')
  }
  const fail = (reason) => {
    clearTimeout(timer)
    onFailed(reason)
  }
  const hear = ({ source: sender, data }) => {
    if (sender === null || sender !== frame.contentWindow) return
    if (data.state === 'ready') {
      isReady = true
      return order()
    }
    const height = Math.min(Number(data.height) || 0, HIGHEST)
    if (height > 0) frame.style.height = `${height}px`
    if (data.number !== number) return
    if (data.state === 'failed') fail(String(data.reason).slice(0, 500))
    if (data.state !== 'drawn') return
    clearTimeout(timer)
    onDrawn()
  }

  const theme = new MutationObserver(order)
  const system = matchMedia('(prefers-color-scheme: dark)')
  addEventListener('message', hear)
  system.addEventListener('change', order)
  theme.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-mantine-color-scheme'] })
  return {
    frame,
    draw(text) {
      source = text
      if (text.length > LONGEST_SOURCE || text.split(/[\n;]/).length > MOST_STATEMENTS)
        fail('It is too long to be drawn.')
      else order()
    },
    /** remove also ends a drawing that is under way. */
    remove() {
      clearTimeout(timer)
      removeEventListener('message', hear)
      system.removeEventListener('change', order)
      theme.disconnect()
      frame.remove()
    },
  }
}

function isDark() {
  const scheme = getComputedStyle(document.documentElement).colorScheme
  return scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
}
