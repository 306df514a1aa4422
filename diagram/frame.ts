// The page inside a diagram's frame: draws with Mermaid what it is sent, and reports how high the drawing is. It has no origin
// (reader/diagram-files.ts), so that even a drawing that breaks out of Mermaid's own checks reaches no cookie and no API of ours.
// Who sends, and how much: packages/look/diagram.js.

import mermaid from 'mermaid'

/** A drawing request; its number identifies its reports. */
type Order = { number: number; source: string; isDark: boolean }

const sizes = new ResizeObserver(() => report({ state: 'sized' }))
let latest = 0
/** Mermaid uses global state, so diagrams are drawn one at a time. */
let drawing = Promise.resolve()

addEventListener('message', ({ source: sender, data }: MessageEvent<Order>) => {
  if (sender !== parent) return
  latest = data.number
  drawing = drawing.then(() => draw(data))
})
report({ state: 'ready' })

async function draw({ number, source, isDark }: Order): Promise<void> {
  if (number !== latest) return
  document.documentElement.style.colorScheme = isDark ? 'dark' : 'light'
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    // One statement can make many edges; see there for what it costs.
    maxEdges: 200,
    look: 'classic',
    // The other layout engine is 1.5 MB; diagrams can select it.
    layout: 'dagre',
    theme: 'base',
    fontFamily: getComputedStyle(document.body).fontFamily,
    themeVariables: {
      darkMode: isDark,
      // Mermaid makes the colours of slices and sections from this one by turning its hue.
      primaryColor: isDark ? '#33466b' : '#dfe8f8',
      primaryBorderColor: token('--strong-line'),
      primaryTextColor: token('--ink'),
      lineColor: token('--quiet'),
      background: token('--ground'),
      edgeLabelBackground: token('--ground'),
      clusterBkg: token('--raised'),
      clusterBorder: token('--line'),
      titleColor: token('--ink'),
      noteBkgColor: token('--mark'),
      noteBorderColor: token('--strong-line'),
      noteTextColor: token('--ink'),
      doneTaskBkgColor: token('--hover'),
      doneTaskBorderColor: token('--strong-line'),
      taskTextDarkColor: token('--ink'),
    },
  })
  try {
    const { svg } = await mermaid.render('diagram', source)
    show(svg)
    report({ state: 'drawn', number })
  } catch (error) {
    // The lines below the first draw the place in the text, for a font of even width.
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n')
    report({ state: 'failed', number, reason: reason.replace(/:?\s*$/, '.') })
  }
}

/** token is a colour of the design tokens, as Mermaid can read it: without light-dark(). */
function token(name: string): string {
  document.body.style.color = `var(${name})`
  return getComputedStyle(document.body).color
}

/** show leaves out links: they would open in here, where no page can be shown. */
function show(svg: string): void {
  sizes.disconnect()
  document.body.innerHTML = svg
  for (const link of document.querySelectorAll('a')) link.replaceWith(...link.childNodes)
  const drawn = document.querySelector('svg')
  if (drawn) sizes.observe(drawn)
}

function report(message: object): void {
  const { height = 0 } = document.querySelector('svg')?.getBoundingClientRect() ?? {}
  parent.postMessage({ ...message, height: Math.ceil(height) }, '*')
}
