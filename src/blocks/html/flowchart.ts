// The flowcharts that the service itself can draw, for pages without script. The library that does (documents/html/diagrams.ts)
// passes over whatever it does not understand, so nothing reaches it but what this file has read to the last character and
// writes anew: boxes and arrows, and labels on both. Every other diagram is shown as its text.

const HEADER = /^(?:graph|flowchart)(?:[ \t]+(TB|TD|BT|LR|RL))?$/
const SHAPES: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}', '([': '])', '((': '))', '[[': ']]' }
/** Words that mean something else where the name of a box could stand. */
const KEYWORDS = new Set([
  'end',
  'subgraph',
  'style',
  'linkStyle',
  'classDef',
  'class',
  'click',
  'direction',
  'default',
])

const NODE =
  /(?<name>[A-Za-z_]\w*)(?:(?<open>\(\[|\(\(|\[\[|[[({])(?<label>"[^"<>&#`]*"|[^\s"<>&#`[\](){}|\\/;]+(?:[ \t]+[^\s"<>&#`[\](){}|\\/;]+)*)(?<close>\]\)|\)\)|\]\]|[\])}]))?[ \t]*/y
const LINK = /(?<arrow>-->|---|-\.->|==>)(?:\|(?<label>[^|"<>&#`[\](){}]+)\|)?[ \t]*/y

/** plainFlowchart gives a flowchart in the library's own spelling, or undefined for one that holds anything else. */
export function plainFlowchart(source: string): string | undefined {
  const [first = '', ...statements] = source.split(/[;\n]/).map((line) => line.trim())
  const header = HEADER.exec(first)
  if (!header) return undefined
  const lines = [`graph ${header[1] ?? 'TD'}`]
  for (const statement of statements) {
    if (statement === '' || statement.startsWith('%%')) continue
    const written = rewritten(statement)
    if (written === undefined) return undefined
    lines.push(written)
  }
  return lines.length === 1 ? undefined : lines.join('\n')
}

function rewritten(statement: string): string | undefined {
  const parts: string[] = []
  let at = 0
  const take = (pattern: RegExp): Record<string, string | undefined> | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(statement)
    at += found?.[0].length ?? 0
    return found?.groups
  }
  for (;;) {
    const node = take(NODE)
    if (!node || KEYWORDS.has(node.name!) || SHAPES[node.open ?? ''] !== node.close) return undefined
    parts.push(node.name! + (node.open ? node.open + node.label!.replaceAll('"', '') + node.close : ''))
    if (at === statement.length) return parts.join(' ')
    const link = take(LINK)
    if (!link) return undefined
    parts.push(link.arrow! + (link.label ? `|${link.label.trim()}|` : ''))
  }
}
