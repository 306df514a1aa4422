// A container's opening line: ":::tip[Title]{open}" as in the directives proposal, and ":::tip Title", ":::tip "Title"" and
// "::: details Title {open}" as elsewhere; written back in one spelling.

import { NAMES_EMOJI } from '../syntax/emoji.ts'

type ContainerInfo = { name: string; title: string; attributes: string }

const NAME = /^[\p{L}\p{N}_-]+/u

export function readInfo(info: string): ContainerInfo {
  const name = NAME.exec(info)?.[0] ?? ''
  let rest = info.slice(name.length)
  let label: string | undefined
  if (rest.startsWith('[')) {
    const end = labelEnd(rest)
    if (end !== -1) {
      label = rest.slice(1, end)
      rest = rest.slice(end + 1)
    }
  }
  const braces = /\{[^{}]*\}\s*$/.exec(rest)
  const attributes = braces?.[0].trim().slice(1, -1) ?? ''
  const words = (braces ? rest.slice(0, braces.index) : rest).trim()
  const quoted = /^(["'])(.*)\1$/.exec(words)?.[2]
  const title = label ?? (words === '' ? titleIn(attributes) : (quoted ?? words))
  return { name: name.toLowerCase(), title, attributes }
}

/** The matching closing bracket, past escapes and nested brackets. */
function labelEnd(text: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '[') depth++
    else if (text[at] === ']' && --depth === 0) return at
  }
  return -1
}

function titleIn(attributes: string): string {
  const [, double, single, bare] = /(?:^|\s)title=(?:"([^"]*)"|'([^']*)'|([^\s"']+))/.exec(attributes) ?? []
  return double ?? single ?? bare ?? ''
}

export const writeInfo = (name: string, title: string): string => (title === '' ? name : `${name}[${escaped(title)}]`)

/** What makes text an address: www.x, https://x, a@x. */
const BEGINS_ADDRESS = /(?<=[Ww])\.(?=[-.\w\\])|(?<=[PSps]):(?=\/)|(?<=[-+.\w])@(?=[-.\w\\])/g

/** Titles are parsed as Markdown, so marks are escaped. */
function escaped(title: string): string {
  const marks = NAMES_EMOJI.test(title) ? /[\\[\]*`<&~$_:]/g : /[\\[\]*`<&~$_]/g
  const plain = title.replace(marks, '\\$&').replace(/^(\d*)([#+>=|.)-])/, '$1\\$2')
  // Backslashes in the text would become part of an address.
  return plain.includes('\\') ? plain.replace(BEGINS_ADDRESS, '\\$&') : plain
}
