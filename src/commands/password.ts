// Reads a password for a command: typed twice without an echo on a terminal, else the first line of standard input.
// Never from the command line's arguments, which other users of the machine can see.

import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { StartError } from '../errors.ts'

export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) {
    const [line = ''] = (await text(process.stdin)).split(/\r?\n/)
    if (line === '') throw new StartError('No password came on standard input.')
    return line
  }
  const password = await askHidden('Password: ')
  if ((await askHidden('Again:    ')) !== password)
    throw new StartError('The two passwords differ; nothing was changed.')
  return password
}

async function askHidden(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  process.stderr.write(question)
  try {
    return await terminal.question('')
  } catch {
    throw new StartError('Nothing was changed.')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
