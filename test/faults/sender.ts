// A sender of webhooks as a process of its own, to be killed.

import { openDeps } from '../../src/compose.ts'
import { readConfig } from '../../src/config.ts'
import { runSender } from '../../src/worker/sender.ts'

const settings = { ...process.env, GALLEY_WEBHOOK_NETWORKS: 'loopback', GALLEY_LOG_LEVEL: 'silent' }
const deps = await openDeps({ migrate: false }, readConfig(settings))
await runSender(deps, new AbortController().signal, 20)
