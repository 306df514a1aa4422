// A number with its noun: "1 document", "2 documents", "0 categories".

export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
