// A search snippet: the service's markup split into text and marks, never set as HTML.

import { Text } from '@mantine/core'
import classes from './list.module.css'

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&amp;': '&',
}
/** In one pass: `&amp;lt;` is the text `&lt;`, not `<`. */
const plain = (text: string) => text.replace(/&(?:lt|gt|quot|#39|#x27|amp);/g, (entity) => ENTITIES[entity] ?? entity)

export function Snippet({ marked }: { marked: string }) {
  let at = 0
  const pieces = marked.split(/<mark>(.*?)<\/mark>/s).map((text, index) => {
    const piece = { at, text: plain(text), found: index % 2 === 1 }
    at += text.length + 1
    return piece
  })
  return (
    <Text fz="sm" c="dimmed" className={classes.snippet}>
      {pieces.map(({ at, text, found }) => (found ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>))}
    </Text>
  )
}
