// Mermaid on pages of the reader: drawn in a frame that has no origin, in the page's colours, and a text without script.

import assert from 'node:assert/strict'
import type { Frame, Page } from 'playwright-core'
import { until } from '../until.ts'
import { assertAccessible, before, type Panel, panelSuite, test } from './browser.ts'

/** A kind of diagram as Mermaid's documentation writes it, and a word that its drawing must show. */
const KINDS: [string, string, string][] = [
  ['flowchart', 'graph TD;\n  A-->B;\n  A-->C;\n  B-->D[Delivered];', 'Delivered'],
  ['sequence', 'sequenceDiagram\n  Alice->>+John: Hello John\n  John-->>-Alice: Great!', 'Great!'],
  ['class', 'classDiagram\n  Animal <|-- Duck\n  class Duck{\n    +String beakColor\n    +swim()\n  }', 'swim'],
  ['state', 'stateDiagram-v2\n  [*] --> Still\n  Still --> Moving\n  Moving --> [*]', 'Moving'],
  ['entity', 'erDiagram\n  CUSTOMER ||--o{ ORDER : places', 'places'],
  ['journey', 'journey\n  title My day\n  section Work\n    Make tea: 5: Me', 'Make tea'],
  [
    'gantt',
    'gantt\n  dateFormat YYYY-MM-DD\n  section One\n  Completed task :done, a1, 2014-01-06, 2d',
    'Completed task',
  ],
  ['pie', 'pie title Pets\n  "Dogs" : 386\n  "Cats" : 85', 'Dogs'],
  ['git', 'gitGraph\n  commit\n  branch develop\n  commit\n  checkout main\n  merge develop', 'develop'],
  ['mind map', 'mindmap\n  root((Origins))\n    Long history\n    Research', 'Research'],
  ['timeline', 'timeline\n  2002 : LinkedIn\n  2004 : Facebook', 'Facebook'],
]
const HOSTILE = `%%{init: {"securityLevel": "loose", "themeCSS": ".node rect { fill: url(https://evil.example/fill) }"}}%%
graph TD
  A["<img src=x onerror=alert(1)>Tame"] --> B["<script>parent.document.title = 'taken'</script>here"]
  B --> C["<a href='javascript:alert(2)'>link</a>"]
  click A href "javascript:alert(3)"
  click B call alert(4)
  click C "https://evil.example/" _top`
/** tangled has long edges over many rows: Mermaid took more than a minute for it, in which the page stood still. */
const tangled = (rows: number) =>
  [...Array(rows).keys()].map((n) => `a${n}-->a${n + 1} & a${rows - 1 - ((n * 3) % rows)}`).join('\n')
const fenced = (source: string) => `\`\`\`mermaid\n${source}\n\`\`\``

panelSuite('diagrams on the public site', (panel: () => Panel) => {
  const asked: string[] = []
  before(async () => {
    const kinds = KINDS.map(([kind, source]) => `## ${kind}\n\n${fenced(source)}`).join('\n\n')
    const pages: [string, string][] = [
      ['Kinds', kinds],
      ['Hostile', fenced(HOSTILE)],
      ['Wrong', fenced('graph TD\n  A-->')],
      ['Huge', fenced(`graph TD\n${'  A-->B\n'.repeat(8_000)}`)],
      ['Tangled', fenced(`graph TD\n${tangled(249)}`)],
      ['Slow', fenced('graph TD\n  A-->B')],
      ['None', 'Words alone.'],
    ]
    for (const [title, markdown] of pages)
      await panel().api('POST', '/api/docs/', { title, markdown, visibility: 'public' })
  })
  const open = async (path: string, options = {}) => {
    const page = await panel().open(options)
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(path)
    return page
  }
  const drawn = async (page: Page, index = 0): Promise<Frame> => {
    const figure = page.locator('figure.diagram').nth(index)
    await figure.scrollIntoViewIfNeeded()
    await page.locator('figure.diagram.drawn').nth(index).waitFor()
    const frame = await (await figure.locator('iframe').elementHandle())!.contentFrame()
    return frame!
  }

  test('every kind is drawn by Mermaid, as high as it is, and its text stays at hand', async () => {
    const page = await open('/read/kinds')
    for (const [index, [kind, source, word]] of KINDS.entries()) {
      const frame = await drawn(page, index)
      const svg = frame.locator('svg').first()
      assert.match((await svg.textContent())!, new RegExp(word), kind)
      const figure = page.locator('figure.diagram').nth(index)
      // Both are looked at again: the page still grows as drawings further up come in.
      await until(`${kind} is as high as its frame`, async () => {
        const [drawing, box] = [await svg.boundingBox(), await figure.locator('iframe').boundingBox()]
        return Math.abs(box!.height - drawing!.height) <= 1
      })
      assert.equal(await figure.locator('details').getAttribute('open'), null)
      assert.equal((await figure.locator('code').textContent())!.trim(), source)
    }
    assert.equal(await (await drawn(page)).locator('svg .edgePaths path').count(), 3)
    assert.deepEqual(page.faults, [])
    await assertAccessible(page, 'a page of diagrams')
  })

  test('dark pages have dark drawings, and the switch draws anew', async () => {
    const page = await open('/read/kinds', { colorScheme: 'dark' })
    const frame = await drawn(page)
    const ink = () =>
      frame.evaluate("getComputedStyle(document.querySelector('svg .nodeLabel') ?? document.body).color")
    const dark = await ink()
    await page.getByRole('button', { name: 'Dark mode' }).click()
    await until('it is drawn in dark ink', async () => (await ink()) !== dark)
    assert.equal(await frame.evaluate('document.documentElement.style.colorScheme'), 'light')
  })

  test('a hostile diagram reaches nothing: no script, no link, no address', async () => {
    const page = await panel().open()
    const elsewhere: string[] = []
    await page.route(/evil\.example|diagram\/x$/, (route) => {
      elsewhere.push(route.request().url())
      return route.abort()
    })
    await page.goto('/read/hostile')
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      return dialog.dismiss()
    })
    const frame = await drawn(page)
    assert.equal(await frame.locator('body').locator('script, a[href], [onerror], [onclick]').count(), 0)
    for (const node of await frame.locator('svg .node').all()) await node.click({ force: true })
    assert.equal(await frame.evaluate('origin'), 'null')
    assert.equal(
      await frame.evaluate('(() => { try { return parent.document.title } catch (e) { return e.name } })()'),
      'SecurityError',
    )
    const refused = "fetch('/api/time').then(() => 'sent', () => 'refused')"
    assert.equal(await frame.evaluate(refused), 'refused')
    assert.deepEqual(dialogs, [])
    assert.match(page.url(), /\/read\/hostile$/)
    assert.deepEqual(elsewhere, [])
  })

  for (const [path, reason] of [
    ['/read/wrong', /Parse error on line \d\.$/],
    ['/read/huge', /too long/],
    ['/read/tangled', /Edge limit exceeded/],
  ] as const)
    test(`${path} says why it is not drawn, and shows its text`, async () => {
      const page = await open(path)
      await page.locator('.diagram-note').waitFor()
      assert.match((await page.locator('.diagram-note').textContent())!, reason)
      await page.locator('figure.diagram code').waitFor()
      assert.equal(await page.locator('figure.diagram iframe').count(), 0)
    })

  test('a drawing that takes too long is given up, and its text is shown', async () => {
    const page = await panel().open()
    // What draws never comes: how long a machine is busy with a drawing is nothing to wait for.
    let isBegun = false
    await page.route(/diagram\/.*flowDiagram.*\.js/i, () => {
      isBegun = true
    })
    await page.clock.install()
    await page.goto('/read/slow')
    await until('the drawing has begun', () => isBegun)
    await until('the drawing is given up', async () => {
      await page.clock.fastForward(20_000)
      return page.getByText("This diagram can't be drawn. It takes too long to draw.").isVisible()
    })
    await page.locator('figure.diagram code').waitFor()
    assert.equal(await page.locator('figure.diagram iframe').count(), 0)
  })

  test('without script a diagram is its text', async () => {
    const page = await open('/read/kinds', { javaScriptEnabled: false })
    for (const code of await page.locator('figure.diagram code').all()) assert.ok(await code.isVisible())
  })

  test('a page without a diagram asks for nothing of it', async () => {
    const before = asked.length
    await open('/read/none')
    const files = asked.slice(before)
    assert.ok(files.length > 2)
    assert.deepEqual(
      files.filter((url) => /diagram/.test(url)),
      [],
    )
  })
})
