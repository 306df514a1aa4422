// Reads a password: twice without echo on a terminal, else the first line of standard input. Never from arguments, which
// other users of the machine can see.

import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { StartError } from '#errors.ts'

export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) {
    const [line = ''] = (await text(process.stdin)).split(/\r?\n/)
    if (line === '') throw new StartError('No password was given on standard input.')
    return line
  }
  // One reader for both prompts: a second one would miss what was typed ahead.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const lines = terminal[Symbol.asyncIterator]()
  try {
    const password = await answerTo('Password: ', lines)
    if ((await answerTo('Again:    ', lines)) !== password)
      throw new StartError('The two passwords differ; nothing was changed.')
    return password
  } finally {
    terminal.close()
  }
}

async function answerTo(question: string, lines: AsyncIterator<string>): Promise<string> {
  process.stderr.write(question)
  const { value, done } = await lines.next()
  process.stderr.write('\n')
  if (done) throw new StartError('Nothing was changed.')
  return value
}
