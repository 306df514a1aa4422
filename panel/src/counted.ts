// A number with its noun: 1 view, 2 views.

export const counted = (count: unknown, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
