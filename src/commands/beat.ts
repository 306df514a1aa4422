// galley beat: the scheduler, one process per cluster (worker/schedules.ts).

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
