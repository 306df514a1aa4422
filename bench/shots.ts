// Types of load and its measurements, shared by the generators (load.ts, wrk.ts) and their callers.

export type Shot = { method: 'GET' | 'POST' | 'PUT'; path: string; headers?: Record<string, string>; body?: string }
/** cpuMicroseconds is the server's, databaseMicroseconds that of the processes of a database beside it. */
export type LoadResult = {
  perSecond: number
  p50: number
  p99: number
  cpuMicroseconds: number
  databaseMicroseconds: number
  failures: number
}
