// Uploads with progress, by XMLHttpRequest because fetch doesn't report any.

import { type CallArgs, connect, type Operation, type ResponseOf } from 'galley-client/client.ts'
import { callWith } from './client.ts'

type UploadOperation = Extract<Operation, 'POST /api/pictures' | 'POST /api/files'>

/** fetch with progress; `onSent` gets the share of the body that was sent. */
const watched =
  (onSent: (share: number) => void) =>
  async (request: Request): Promise<Response> => {
    const body = await request.blob()
    return new Promise((resolve, reject) => {
      const http = new XMLHttpRequest()
      http.open(request.method, request.url)
      for (const [name, value] of request.headers) http.setRequestHeader(name, value)
      http.responseType = 'blob'
      http.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0)
      http.onload = () => resolve(responseOf(http))
      http.onerror = () => reject(new TypeError('The connection failed'))
      http.send(body)
    })
  }

function responseOf(http: XMLHttpRequest): Response {
  const lines = http.getAllResponseHeaders().trim().split(/\r?\n/)
  const headers = new Headers(
    lines.map((line): [string, string] => [line.split(':', 1)[0]!, line.slice(line.indexOf(':') + 1)]),
  )
  return new Response(http.response as Blob, { status: http.status, headers })
}

export const uploadFile = <K extends UploadOperation>(
  onSent: (share: number) => void,
  operation: K,
  ...args: CallArgs<K>
): Promise<ResponseOf<K>> => callWith(connect('', { attempts: 1, fetch: watched(onSent) }), operation, ...args)
