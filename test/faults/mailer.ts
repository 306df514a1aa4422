// A sender of mails as a process of its own, to be killed.

import { openDeps } from '../../src/compose.ts'
import { readConfig } from '../../src/config.ts'
import { runMailer } from '../../src/worker/mailer.ts'

const deps = await openDeps({ migrate: false }, readConfig({ ...process.env, GALLEY_LOG_LEVEL: 'silent' }))
await runMailer({ ...deps, pauses: Array<number>(50).fill(5) }, new AbortController().signal, 20)
