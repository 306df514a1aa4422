// The order of titles in trees, the same on both engines.

/** Ignores case and accents, and compares numbers by value. */
export const sortKey = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\d+/g, (digits) => digits.padStart(10, '0'))
