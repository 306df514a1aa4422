// A client that does as a 503 says. On a busy machine the service may find no connection for a request within 3 s; nothing
// was written then, and whoever raced comes again.

import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 100

type AnyResponse = { statusCode: number } | { status: number }

export async function patiently<T extends AnyResponse>(run: () => Promise<T>): Promise<T> {
  for (;;) {
    const response = await run()
    if (('status' in response ? response.status : response.statusCode) !== 503) return response
    await sleep(PAUSE_MS)
  }
}
