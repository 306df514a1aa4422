// galley worker: a process that claims jobs and drafts documents.

import { type MemberOptions, runMemberCommand } from './member.ts'

export async function workerCommand(options: MemberOptions): Promise<void> {
  await runMemberCommand('worker', options, () => async ({ signal }) => {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  })
}
