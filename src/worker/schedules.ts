// What the beat does and how often: the whole list. Each entry is a name, a rhythm and a function.

import type { Deps } from '../deps.ts'
import { forgetPictures } from '../features/documents/pictures-upkeep.ts'
import { renderAnew } from '../features/documents/rerender.ts'
import { mergeIndex } from '../features/documents/search.ts'
import { recoverLostJobs } from '../features/pipeline/work.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../time.ts'
import { takeScheduledBackup } from './backup.ts'
import type { Schedule } from './beat.ts'
import {
  foldOldViews,
  forgetCodes,
  forgetCounts,
  forgetEvents,
  forgetRevisions,
  forgetSessions,
  forgetThrottles,
  forgetTrail,
  forgetTrash,
  giveUpLostProcesses,
  lookForDamage,
} from './upkeep.ts'

type ScheduleDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'log'>

export function schedulesOf(deps: ScheduleDeps): Schedule[] {
  const { config, db } = deps
  const always: Schedule[] = [
    {
      name: 'lost-jobs',
      when: 5 * SECOND,
      run: async () => {
        const count = await recoverLostJobs(deps)
        return count === 0 ? '' : `Freed ${count} jobs of workers that fell silent`
      },
    },
    { name: 'lost-processes', when: 10 * SECOND, run: () => giveUpLostProcesses(deps) },
    { name: 'codes', when: 10 * MINUTE, run: (signal) => forgetCodes(deps, signal) },
    { name: 'throttles', when: 10 * MINUTE, run: (signal) => forgetThrottles(deps, signal) },
    { name: 'rate-counts', when: 10 * MINUTE, run: (signal) => forgetCounts(deps, signal) },
    { name: 'sessions', when: HOUR, run: (signal) => forgetSessions(deps, signal) },
    { name: 'views', when: DAY, run: (signal) => foldOldViews(deps, signal) },
    { name: 'events', when: HOUR, run: (signal) => forgetEvents(deps, signal) },
    { name: 'revisions', when: HOUR, run: (signal) => forgetRevisions(deps, signal) },
    {
      name: 'html',
      when: HOUR,
      run: async (signal) => {
        const count = await renderAnew(deps, signal)
        return count === 0 ? '' : `Made the HTML of ${count} documents anew`
      },
    },
    {
      name: 'search',
      when: HOUR,
      run: async (signal) => ((await mergeIndex(deps, signal)) ? 'Merged the search index' : ''),
    },
    { name: 'damage', when: DAY, run: () => lookForDamage(deps) },
    { name: 'trash', when: HOUR, run: (signal) => forgetTrash(deps, signal) },
    {
      name: 'pictures',
      when: DAY,
      run: async (signal) => {
        const count = await forgetPictures(deps, signal)
        return count === 0 ? '' : `Removed ${count} pictures that no document shows`
      },
    },
    { name: 'audit', when: DAY, run: (signal) => forgetTrail(deps, signal) },
    {
      name: 'optimize',
      when: 6 * HOUR,
      run: async () => {
        await db.inTransaction((tx) => db.dialect.optimize(tx))
        return 'Refreshed the statistics'
      },
    },
  ]
  if (config.backupCron === '') return always
  return [...always, { name: 'backup', when: config.backupCron, run: () => takeScheduledBackup(deps) }]
}
