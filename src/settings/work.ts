// Settings of background work and retention.

import { Cron } from 'croner'
import { secret, text, url, whole } from './kinds.ts'

function isCronPattern(value: string): boolean {
  try {
    return new Cron(value, { paused: true, timezone: 'UTC' }).nextRun() !== null
  } catch {
    return false
  }
}

export const WORK_SETTINGS = {
  workers: whole(
    'GALLEY_WORKERS',
    1,
    0,
    15,
    'Worker processes to start with the service, plus one beat (the scheduler); 0 starts neither.',
  ),
  workerConcurrency: whole(
    'GALLEY_WORKER_CONCURRENCY',
    2,
    1,
    32,
    'Jobs that a worker started with the service runs at once.',
  ),
  keepEventsDays: whole('GALLEY_KEEP_EVENTS_DAYS', 90, 1, 36_500, 'Days that events of finished jobs are kept.'),
  keepRevisions: whole('GALLEY_KEEP_REVISIONS', 200, 1, 100_000, 'Revisions kept of each document.'),
  keepMissedDays: whole(
    'GALLEY_KEEP_MISSED_SEARCHES_DAYS',
    90,
    0,
    36_500,
    'Days that searches without a result are kept, as words alone; 0 counts none.',
  ),
  keepTrashDays: whole('GALLEY_KEEP_TRASH_DAYS', 30, 0, 36_500, 'Days that deleted documents can be restored.'),
  keepAuditDays: whole('GALLEY_KEEP_AUDIT_DAYS', 365, 1, 36_500, 'Days that the audit trail is kept.'),
  auditSink: url(
    'GALLEY_AUDIT_SINK',
    ['http:', 'https:', 'syslog:', 'syslogs:'],
    'Where the audit trail is sent as it grows: an HTTP endpoint that takes JSON lines, or a syslog server (TCP, or TLS); empty sends nothing.',
    true,
  ),
  auditSinkToken: secret('GALLEY_AUDIT_SINK_TOKEN', 'Bearer token for an HTTP sink of the audit trail.'),
  backupCron: {
    ...text(
      'GALLEY_BACKUP_CRON',
      '',
      'When to take a backup into the data folder, as a cron pattern in UTC; empty takes none.',
    ),
    wanted: 'empty or a cron pattern like "0 3 * * *"',
    read: (value: string) => (value === '' || isCronPattern(value) ? value : undefined),
  },
  backupKeep: whole('GALLEY_BACKUP_KEEP', 7, 1, 1_000, 'Scheduled backups to keep.'),
}
