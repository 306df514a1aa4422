// The floor: a bare node:http server that sends fixed bytes. What is above it is what Galley costs.
// Gets its response over IPC; reads and discards request bodies.

import { createServer } from 'node:http'

let body = Buffer.from('{}')
let type = 'application/json'
let status = 200

const server = createServer((request, response) => {
  const send = () => response.writeHead(status, { 'content-type': type, 'content-length': body.length }).end(body)
  if (request.method === 'GET') send()
  else request.resume().on('end', send)
})

server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port }))
process.on('message', (message: { body: string; type: string; status: number }) => {
  body = Buffer.from(message.body, 'base64')
  type = message.type
  status = message.status
  process.send!({ ready: true })
})
process.on('disconnect', () => process.exit(0))
