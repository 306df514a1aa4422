// Reading server-sent events over a real connection, as tests of streams do.

type HeardMessage<T> = { id: string; data: T }

/** listen opens a stream and collects its messages until it ends or `stop` is called. */
export async function listen<T>(url: string, headers: Record<string, string> = {}) {
  const gone = new AbortController()
  const response = await fetch(url, { signal: gone.signal, headers })
  const messages: HeardMessage<T>[] = []
  const ended = (async () => {
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      const parts = text.split('\n\n')
      text = parts.pop()!
      for (const part of parts) {
        const data = /^data: (.*)$/m.exec(part)?.[1]
        if (data) messages.push({ id: /^id: (.*)$/m.exec(part)?.[1] ?? '', data: JSON.parse(data) as T })
      }
    }
  })()
  return { response, messages, ended: ended.catch(() => {}), stop: () => gone.abort() }
}
