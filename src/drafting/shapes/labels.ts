// Lines that say what is listed under them.

import type { Item, ItemForm } from '../contract.ts'
import { runsOf } from '../text/words.ts'

const LONGEST_LABEL = 5

/** markLabels: a few words without a full stop, alone above a list or a table, say what is listed. */
export function markLabels(items: Item[]): Item[] {
  return items.map((item, index) => {
    const [before, next] = [items[index - 1], items[index + 1]]
    if (!next || runsOf(item.text).length > LONGEST_LABEL || /[.!?。！？]$/u.test(item.text)) return item
    const opens = before?.group !== item.group
    const isLine = item.form === 'sentence' && LISTED.has(next.form) && next.group !== item.group
    // “1) Breaks” above entries without a number counts nothing.
    const isNumber = item.form === 'step' && next.form === 'entry' && next.group === item.group && next.depth === 0
    const isAbove = next.under.length === item.under.length
    return opens && isAbove && (isLine || isNumber)
      ? { ...item, form: 'label', text: item.text.replace(/\s*[:：]$/u, ''), group: next.group - 0.5 }
      : item
  })
}
const LISTED = new Set<ItemForm>(['entry', 'step', 'row'])
