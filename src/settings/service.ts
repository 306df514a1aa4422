// Settings of the service: address, data folder, node name.

import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { secret, text, url, whole } from './kinds.ts'

export const SERVICE_SETTINGS = {
  host: text('GALLEY_HOST', '127.0.0.1', 'Address to listen on. 0.0.0.0 for every interface.'),
  port: whole('GALLEY_PORT', 8000, 0, 65535, 'Port to listen on; 0 takes any free one.'),
  stopDelaySeconds: whole(
    'GALLEY_STOP_DELAY',
    0,
    0,
    300,
    'Seconds between a request to stop and the end of listening: /readyz is 503 meanwhile, so that a load balancer looks elsewhere.',
  ),
  dataDir: {
    ...text('GALLEY_DATA', './data', 'Folder for the SQLite file, logs, backups and outbox.log.'),
    wanted: 'a folder',
    // An address would become a folder of that name.
    read: (value: string) => (value.includes('://') ? undefined : resolve(value || './data')),
  },
  databaseUrl: url(
    'DATABASE_URL',
    ['postgres:', 'postgresql:'],
    'PostgreSQL to use; empty means SQLite in the data folder.',
    true,
  ),
  poolSize: whole(
    'GALLEY_POOL_SIZE',
    10,
    2,
    200,
    'PostgreSQL connections a process may hold for reads and writes; three more listen and check tokens.',
  ),
  container: text(
    'container',
    '',
    'Set by images and container managers: what runs in one. Logs of background processes then go to standard output, too.',
  ),
  token: secret(
    'GALLEY_TOKEN',
    'For `npx galley push`: an API token of the service to push to, with the scopes read and write.',
  ),
  nodeName: {
    ...text('GALLEY_NODE', hostname(), 'Name of this machine among the nodes that share a database.'),
    wanted: 'letters, digits, dots, dashes (at most 64)',
    read: (value: string) => (/^[\w.-]{1,64}$/.test(value) ? value : undefined),
  },
}
