// What is at hand now, of something that may have to be waited for.

/** known is undefined for what is still being found out: whoever asks for it next has the result, or its failure. */
export function known<Value>(value: Value | Promise<Value>): Value | undefined {
  if (!(value instanceof Promise)) return value
  value.catch(() => {})
  return undefined
}
