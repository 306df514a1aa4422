// Where log lines go when nobody can take them.

import { existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderOf } from '../test/folder.ts'
import { until } from '../test/until.ts'
import { GatheredLog } from './gathered-log.ts'

test('a log whose disk is full loses lines, and nothing else', { skip: !existsSync('/dev/full') }, async (t) => {
  const full = new GatheredLog(openSync('/dev/full', 'w'))
  full.write('lost\n')
  full.flushSync()
  const file = join(folderOf(t), 'log')
  const log = new GatheredLog(openSync(file, 'w'))
  const line = `${'x'.repeat(999)}\n`
  for (let lines = 0; lines < 40; lines++) log.write(line)
  log.flushSync()
  await until('all of it is written', () => readFileSync(file, 'utf8') === line.repeat(40))
})
