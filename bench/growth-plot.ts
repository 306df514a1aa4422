// The growth plot: CPU per request over the number of documents, both axes logarithmic, one line per case, as plain SVG.

import type { Result } from './report.ts'

const WIDTH = 820
const HEIGHT = 440
const LEFT = 64
const RIGHT = 210
const TOP = 28
const BOTTOM = 48
const COLOURS = [
  '#1f6f54',
  '#b4542a',
  '#3b5bb5',
  '#8a3d8f',
  '#a07c14',
  '#2a8a96',
  '#c03a5b',
  '#5c6b2e',
  '#6a5acd',
  '#7a4a2a',
]

type PlotLine = { name: string; points: { documents: number; microseconds: number }[] }

export function growthPlot(results: Result[], names: string[]): string {
  const lines: PlotLine[] = names.map((name) => ({
    name,
    points: results.flatMap((result) => {
      const row = result.rows.find((candidate) => candidate.name === name)
      return row ? [{ documents: result.documents, microseconds: Math.max(1, row.cpuMicroseconds) }] : []
    }),
  }))
  const costs = lines.flatMap((line) => line.points.map((point) => point.microseconds))
  const [lowest, highest] = [
    10 ** Math.floor(Math.log10(Math.min(...costs))),
    10 ** Math.ceil(Math.log10(Math.max(...costs))),
  ]
  const sizes = results.map((result) => result.documents)
  const x = scale(Math.min(...sizes), Math.max(...sizes), LEFT, WIDTH - RIGHT)
  const y = scale(lowest, highest, HEIGHT - BOTTOM, TOP)
  const decades = Array.from(
    { length: Math.round(Math.log10(highest / lowest)) + 1 },
    (_, index) => lowest * 10 ** index,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" font-size="13" role="img" aria-label="CPU a request as the number of documents grows">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    ...decades.map(
      (value) =>
        `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}" stroke="#e3e3e3"/><text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end" fill="#444">${value.toLocaleString('en')}</text>`,
    ),
    ...sizes.map(
      (size) =>
        `<text x="${x(size)}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle" fill="#444">${size.toLocaleString('en')}</text>`,
    ),
    `<text x="${LEFT}" y="16" fill="#222">CPU a request, µs</text><text x="${WIDTH - RIGHT}" y="${HEIGHT - 8}" text-anchor="end" fill="#222">documents</text>`,
    ...placed(lines, y).map(({ line, labelY }, index) => drawn(line, COLOURS[index % COLOURS.length]!, labelY, x, y)),
    '</svg>',
    '',
  ].join('\n')
}

/** placed spreads the labels at the right end, so that labels of lines with similar costs don't overlap. */
function placed(lines: PlotLine[], y: (value: number) => number): { line: PlotLine; labelY: number }[] {
  const wanted = lines
    .filter((line) => line.points.length > 0)
    .map((line) => ({ line, labelY: y(line.points.at(-1)!.microseconds) }))
    .sort((a, b) => a.labelY - b.labelY)
  wanted.forEach((label, index) => {
    const above = wanted[index - 1]
    if (above && label.labelY < above.labelY + 16) label.labelY = above.labelY + 16
  })
  return wanted
}

function drawn(
  { name, points }: PlotLine,
  colour: string,
  labelY: number,
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  const path = points.map((point) => `${x(point.documents)},${y(point.microseconds)}`).join(' ')
  const dots = points
    .map((point) => `<circle cx="${x(point.documents)}" cy="${y(point.microseconds)}" r="3" fill="${colour}"/>`)
    .join('')
  return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${dots}<text x="${WIDTH - RIGHT + 12}" y="${labelY + 4}" fill="${colour}">${name}</text>`
}

function scale(from: number, to: number, low: number, high: number): (value: number) => number {
  const [first, last] = [Math.log10(from), Math.log10(to)]
  return (value) => Math.round((low + ((Math.log10(value) - first) / (last - first || 1)) * (high - low)) * 10) / 10
}
