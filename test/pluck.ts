// What tests compare of many rows.

/** pluck gives one field of every row, or a list of several. */
export const pluck = <R extends readonly object[]>(rows: R, ...keys: (keyof R[number])[]): unknown[] =>
  rows.map((row) => (keys.length === 1 ? row[keys[0] as keyof object] : keys.map((key) => row[key as keyof object])))
