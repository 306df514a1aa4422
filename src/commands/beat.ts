// galley beat: the scheduler, one process in the cluster that runs timed tasks (worker/schedules.ts).

import { runBeat } from '#worker/beat.ts'
import { schedulesOf } from '#worker/schedules.ts'
import { type MemberOptions, runMemberCommand } from './member.ts'

export async function beatCommand(options: MemberOptions): Promise<void> {
  await runMemberCommand(
    'beat',
    options,
    (deps) =>
      ({ signal }) =>
        runBeat(deps, schedulesOf(deps), signal),
  )
}
