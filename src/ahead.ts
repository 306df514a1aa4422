// What is asked for before anyone waits for it. When it fails meanwhile, that is nobody's unhandled rejection.

/** ahead: whoever awaits the answer hears if it failed; when the failure comes first, nobody does. */
export function ahead<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => {})
  return answer
}

/** known is undefined for what is still being found out: whoever asks for it next has the result, or its failure. */
export function known<Value>(value: Value | Promise<Value>): Value | undefined {
  if (!(value instanceof Promise)) return value
  void ahead(value)
  return undefined
}
