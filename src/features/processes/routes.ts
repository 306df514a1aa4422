// The background processes: listing, starting, stopping, restarting, deleting them, and their logs. The paths say `celery`, and
// the scheduler is a `beat`, because clients know these endpoints by those names; there is no Celery here.

import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { PathId } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { eventStreams } from '#http/responses/event-stream.ts'
import * as processes from './processes.ts'
import { BeatStartIn, Proc, ProcDeleted, ProcLog, ProcsRefreshed, TailQuery, WorkerCreateIn } from './schemas.ts'

const params = Type.Object({ proc_id: PathId('The process.') })
const forAdmins = <S extends object>(schema: S) => ({
  config: { access: 'guarded:admin' } as const,
  schema: { tags: ['admin'], ...schema },
})

export function processRoutes(app: App, deps: Deps): void {
  app.get('/api/admin/celery/procs', {
    ...forAdmins({ summary: 'List background processes', response: { 200: Type.Array(Proc) } }),
    handler: () => processes.listProcesses(deps),
  })

  app.post('/api/admin/celery/worker/start', {
    ...forAdmins({ summary: 'Start a worker', body: WorkerCreateIn, response: { 200: Proc } }),
    handler: (request) => processes.startWorker(deps, request.actor, request.body),
  })

  app.post('/api/admin/celery/beat/start', {
    ...forAdmins({ summary: 'Start the scheduler', body: BeatStartIn, response: { 200: Proc } }),
    handler: (request) => processes.startBeat(deps, request.actor, request.body),
  })

  app.post('/api/admin/celery/proc/:proc_id/stop', {
    ...forAdmins({ summary: 'Stop a process', params, response: { 200: Proc } }),
    handler: (request) => processes.stopProcess(deps, request.actor, request.params.proc_id),
  })

  app.post('/api/admin/celery/proc/:proc_id/restart', {
    ...forAdmins({ summary: 'Restart a process', params, response: { 200: Proc } }),
    handler: (request) => processes.restartProcess(deps, request.actor, request.params.proc_id),
  })

  app.delete('/api/admin/celery/proc/:proc_id', {
    ...forAdmins({ summary: 'Stop and delete a process', params, response: { 200: ProcDeleted } }),
    handler: (request) => processes.deleteProcess(deps, request.actor, request.params.proc_id),
  })

  app.post('/api/admin/celery/refresh', {
    ...forAdmins({ summary: 'Bring the process table in line with the system', response: { 200: ProcsRefreshed } }),
    handler: () => processes.refreshProcesses(deps),
  })

  app.get('/api/admin/celery/proc/:proc_id/log', {
    ...forAdmins({ summary: "Read a process's log", params, response: { 200: ProcLog } }),
    handler: (request) => processes.readProcessLog(deps, request.params.proc_id),
  })

  app.get('/api/admin/celery/proc/:proc_id/log/tail', {
    ...forAdmins({
      summary: "Read the last lines of a process's log",
      params,
      querystring: TailQuery,
      produces: ['text/plain'],
      response: { 200: Type.String() },
    }),
    handler: async (request, reply) => {
      reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store')
      return processes.tailProcessLog(deps, request.params.proc_id, request.query.lines)
    },
  })

  const stream = eventStreams(app)
  app.get('/api/admin/celery/proc/:proc_id/log/stream', {
    ...forAdmins({
      summary: "Follow a process's log (server-sent events)",
      description:
        'Each message is `{"anew": bool, "lines": [string]}`: the last lines first (`anew`), then those that are appended. A stream ends after five minutes: connect again.',
      params,
      querystring: TailQuery,
      produces: ['text/event-stream'],
      response: { 200: Type.Unsafe<Readable | undefined>(Type.String()) },
    }),
    handler: async (request, reply) => {
      const log = await processes.openLog(deps, request.params.proc_id)
      return stream(request, reply, (signal) => processes.followLog(deps, log, request.query.lines, signal))
    },
  })
}
