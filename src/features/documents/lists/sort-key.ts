// The order of titles in trees, the same on both engines.

/** sortKey orders titles as people do: case and accents aside, numbers by their value. */
export const sortKey = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\d+/g, (digits) => digits.padStart(10, '0'))
