// A CPU profile as a picture: callers above, what they call below, as wide as the time it took. Pure: a profile in, SVG out.

import type { Profiler } from 'node:inspector'

type Frame = { label: string; owner: FrameOwner; samples: number; callees: Map<string, Frame> }
type FrameOwner = 'galley' | 'dependency' | 'node' | 'native'

const WIDTH = 1200
const ROW = 17
const TOP = 46
const NARROWEST = 1.5
const DEEPEST = 30
const LETTER = 6.1
const COLOURS: Record<FrameOwner, string> = {
  galley: '#f0a35e',
  dependency: '#8fb8de',
  node: '#c9c9c9',
  native: '#b5d3a3',
}
const NAMES: Record<FrameOwner, string> = {
  galley: 'Galley',
  dependency: 'dependencies',
  node: 'Node',
  native: 'SQLite and other native code, garbage collection',
}

export function flameGraph(profile: Profiler.Profile, { name, microseconds }: { name: string; microseconds: number }) {
  const root = treeOf(profile)
  const total = root.samples
  const boxes: string[] = []
  let depth = 0
  const draw = (frame: Frame, x: number, level: number) => {
    const width = (frame.samples / total) * WIDTH
    if (width < NARROWEST || level > DEEPEST) return
    depth = Math.max(depth, level)
    if (level > 0) boxes.push(box(frame, x, level, width, (frame.samples / total) * microseconds))
    let at = x
    for (const callee of [...frame.callees.values()].sort((a, b) => b.samples - a.samples)) {
      draw(callee, at, level + 1)
      at += (callee.samples / total) * WIDTH
    }
  }
  draw(root, 0, 0)
  const height = TOP + depth * ROW + 10
  const legend = Object.entries(NAMES).map(
    ([owner, text], index) =>
      `<rect x="${10 + index * 120}" y="26" width="10" height="10" fill="${COLOURS[owner as FrameOwner]}"/><text x="${24 + index * 120}" y="35">${text}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="11">
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
<text x="10" y="17" font-size="14">${escaped(name)}: ${Math.round(microseconds)} µs of CPU a request</text>
${legend.join('\n')}
${boxes.join('\n')}
</svg>
`
}

function box({ label, owner }: Frame, x: number, level: number, width: number, microseconds: number): string {
  const y = TOP + (level - 1) * ROW
  const room = Math.floor((width - 6) / LETTER)
  const shown = room < 3 ? '' : label.length <= room ? label : `${label.slice(0, room - 1)}…`
  const text = shown && `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${escaped(shown)}</text>`
  return `<g><title>${escaped(label)}: ${microseconds.toFixed(1)} µs</title><rect x="${x.toFixed(1)}" y="${y}" width="${(width - 0.5).toFixed(1)}" height="${ROW - 1}" fill="${COLOURS[owner]}"/>${text}</g>`
}

/** treeOf puts equal callees of one caller together and counts the samples of each with those of all it called. */
function treeOf({ nodes, samples = [] }: Profiler.Profile): Frame {
  const hits = new Map<number, number>()
  for (const id of samples) hits.set(id, (hits.get(id) ?? 0) + 1)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const add = (node: Profiler.ProfileNode, into: Frame): number => {
    const { functionName, url } = node.callFrame
    // Waiting is no work.
    if (functionName === '(idle)') return 0
    const label = labelOf(functionName, url)
    const frame = into.callees.get(label) ?? { label, owner: ownerOf(url), samples: 0, callees: new Map() }
    into.callees.set(label, frame)
    let own = hits.get(node.id) ?? 0
    for (const child of node.children ?? []) own += add(byId.get(child)!, frame)
    frame.samples += own
    return own
  }
  const root: Frame = { label: '', owner: 'node', samples: 0, callees: new Map() }
  for (const child of nodes[0]!.children ?? []) root.samples += add(byId.get(child)!, root)
  return root
}

function labelOf(functionName: string, url: string): string {
  const file = url.slice(url.lastIndexOf('/') + 1)
  return file === '' ? functionName || 'native' : `${functionName || 'anonymous'} ${file}`
}

function ownerOf(url: string): FrameOwner {
  if (url === '') return 'native'
  if (url.startsWith('node:')) return 'node'
  return url.includes('/node_modules/') ? 'dependency' : 'galley'
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
