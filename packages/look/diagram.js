// Shows a Mermaid diagram in a frame, for reader and panel. Mermaid runs only in that sandboxed frame (diagram/), so that a
// document can't inject script or style into the page. Messages from the frame are untrusted. Plain JavaScript, because the
// reader serves it as it is.

const PAGE = '/read/assets/diagram/index.html'
/**
 * Drawing can't be interrupted, and browsers may run the frame in the page's process, which freezes meanwhile: 200 tangled
 * edges took Chromium 3 s, 500 more than a minute.
 */
const LONGEST_SOURCE = 50_000
const MOST_STATEMENTS = 300
/** Timeout for a frame in another process, or one waiting for its script. */
const LONGEST_MS = 20_000
const HIGHEST = 20_000

/** Returns a frame for the caller to insert; call `draw` with the source, again when it changes. */
export function diagramFrame(title, { onDrawn, onFailed }) {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  // Nothing inside can be focused.
  Object.assign(frame, { className: 'diagram-frame', title, src: PAGE, loading: 'lazy', tabIndex: -1 })
  let [source, number, isReady, timer] = ['', 0, false, undefined]

  const order = () => {
    if (!isReady || source === '') return
    clearTimeout(timer)
    timer = setTimeout(() => fail('It takes too long to draw.'), LONGEST_MS)
    number++
    // A sandboxed frame has no origin to name; the message contains only what the page shows.
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
    /** Also stops a drawing in progress. */
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
