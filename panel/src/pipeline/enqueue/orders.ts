// Converts the form's requests to the lines of `instructions`: one `Key: value` each, then free text.

/** A document to quote, by slug, with its title. */
export type QuotedPage = { slug: string; title: string }

export type Orders = {
  title: string
  sections: string[]
  leave_out: string[]
  use: QuotedPage[]
  /** Free text. */
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

/** The non-empty fields. */
export const given = <F extends Record<string, string>>(fields: F): Partial<F> =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text.trim() !== '')) as Partial<F>
