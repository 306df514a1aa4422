// Responses to bytes that aren't HTTP, and to unsupported expectations.

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Issue, valueError } from '#issues.ts'

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const ENCODE = 'the address has characters that have to be percent-encoded'
/** By Node's error code: the status, its name and the detail. */
const WIRE_FAULTS: Record<string, [number, string, Issue[]?]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
  HPE_INVALID_METHOD: [405, 'Method Not Allowed'],
  HPE_INVALID_URL: [422, 'Unprocessable Content', [valueError(['path'], ENCODE, null)]],
}

/** Writes to the socket, because there is no request and no reply yet. */
export function respondToWireFault(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const [status, name, detail = name] = WIRE_FAULTS[error.code ?? ''] ?? [400, 'Bad Request']
  const body = JSON.stringify({ detail })
  const allow = status === 405 ? `Allow: ${METHODS}\r\n` : ''
  socket.end(
    `HTTP/1.1 ${status} ${name}\r\n${allow}Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}

/** Only `100-continue` is supported. */
export function refuseExpectations(_request: IncomingMessage, response: ServerResponse): void {
  const body = '{"detail":"Expectation Failed"}'
  response.writeHead(417, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
}
