// The official client of the protocol, whose requests go straight into an app.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type Built, OUTSIDE } from './build.ts'
import type { Cleaner } from './cleaner.ts'

/** PROTOCOLS: the newest revision, and the one that clients of last year speak. */
export const PROTOCOLS = { newest: { pin: '2026-07-28' }, older: 'legacy' } as const

const URL_OF_MCP = 'http://localhost/mcp'
const NO_BODY = new Set([204, 304])

/** connect is a client that shows this token, from outside the trusted network. */
export async function connect(
  t: Cleaner,
  { app }: Pick<Built, 'app'>,
  headers: Record<string, string> = {},
  protocol: keyof typeof PROTOCOLS = 'newest',
): Promise<Client> {
  const client = new Client(
    { name: 'test-assistant', version: '1.2' },
    { versionNegotiation: { mode: PROTOCOLS[protocol] } },
  )
  const fetch = async (url: string | URL, init: RequestInit = {}) => {
    const sent = Object.fromEntries(new Headers(init.headers))
    const response = await app.inject({
      method: (init.method ?? 'GET') as 'POST',
      url: new URL(url).pathname,
      headers: { ...sent, ...OUTSIDE },
      ...(init.body && { payload: String(init.body) }),
    })
    const pairs = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)])
    const body = NO_BODY.has(response.statusCode) ? null : response.payload
    return new Response(body, { status: response.statusCode, headers: pairs })
  }
  await client.connect(new StreamableHTTPClientTransport(new URL(URL_OF_MCP), { fetch, requestInit: { headers } }))
  t.after(() => client.close())
  return client
}

/** use calls a tool and returns what it gives, or the words of its refusal. */
export async function use<T = Record<string, never>>(client: Client, name: string, args: Record<string, unknown> = {}) {
  const result = await client.callTool({ name, arguments: args })
  const [part] = result.content as { text: string }[]
  return { isError: result.isError === true, text: part?.text ?? '', value: result.structuredContent as T }
}
