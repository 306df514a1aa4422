// The process that runs tasks for sandbox.ts, one after another. It ends with the service, and not before: a signal that a
// terminal sends to both must not cut off what the service is still waiting for.

type SandboxTask = { name: string; input: unknown }
/** An error travels as it is, without its class. */
export type SandboxReply = { value: unknown } | { error: unknown; tooCostly: boolean }

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.on('disconnect', () => process.exit())

// Without a parent process this file is only loaded to compile it.
const functions: Record<string, (input: unknown) => unknown> = process.send ? await import(process.argv[2]!) : {}
process.send?.('started')

/** Errors of nesting too deep for the stack, or of strings and arrays too long. */
const isTooMuch = (error: unknown): boolean =>
  error instanceof RangeError && /call stack|Invalid (?:string|array) length/.test(error.message)

process.on('message', async ({ name, input }: SandboxTask) => {
  process.send!(await reply(name, input))
})

async function reply(name: string, input: unknown): Promise<SandboxReply> {
  try {
    return { value: await functions[name]!(input) }
  } catch (error) {
    return { error, tooCostly: isTooMuch(error) }
  }
}
