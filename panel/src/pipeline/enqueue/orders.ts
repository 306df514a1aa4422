// What the form asks of the writer, as the lines of `instructions` that the service reads: one `Key: value` each, then the free text.

/** A QuotedPage is a document that the draft quotes: its slug, and the title to show. */
export type QuotedPage = { slug: string; title: string }

export type Orders = {
  title: string
  sections: string[]
  leave_out: string[]
  use: QuotedPage[]
  /** instructions is whatever else is typed. */
  instructions: string
}

export const NO_ORDERS: Orders = { title: '', sections: [], leave_out: [], use: [], instructions: '' }

export function instructionsOf({ title, sections, leave_out, use, instructions }: Orders): string {
  const lines = [
    ['Title', title.trim()],
    ['Sections', sections.join(', ')],
    ['Leave out', leave_out.join(', ')],
    ['Use', use.map(({ slug }) => slug).join(', ')],
  ]
  return [...lines.flatMap(([key, value]) => (value ? [`${key}: ${value}`] : [])), instructions.trim()]
    .filter(Boolean)
    .join('\n')
}

/** given are the fields in which something is written. */
export const given = <F extends Record<string, string>>(fields: F): Partial<F> =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== '')) as Partial<F>
