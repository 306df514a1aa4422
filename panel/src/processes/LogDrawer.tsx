// Follows the end of a process's log, with a search.

import { Alert, Drawer, Group, Select, Skeleton, Switch, Text } from '@mantine/core'
import type { Proc } from 'galley-client/schema.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { counted } from '../counted.ts'
import { SearchBox } from '../ui/SearchBox.tsx'
import classes from './log.module.css'
import { useLog } from './queries.ts'

type LogLine = { at: number; text: string }

export function LogDrawer({ proc, onClose }: { proc: Proc; onClose: () => void }) {
  const [live, setLive] = useState(true)
  const [lines, setLines] = useState('500')
  const [words, setWords] = useState('')
  const log = useLog(proc.id, Number(lines), live)
  const box = useRef<HTMLDivElement>(null)
  const shown = useMemo(() => linesOf(log?.lines ?? [], words), [log?.lines, words])
  // Scrolling up stops following, so that nothing moves while reading.
  useEffect(() => {
    if (live && shown.length > 0) box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [shown, live])
  return (
    <Drawer opened onClose={onClose} size="xl" title={`Log: ${proc.name} on ${proc.node}`}>
      <Group mb="sm" gap="md">
        <SearchBox flex={1} miw={180} label="Search lines" value={words} onChange={setWords} />
        <Select
          aria-label="Number of lines"
          w={130}
          data={['200', '500', '2000', '5000'].map((value) => ({ value, label: `${value} lines` }))}
          value={lines}
          allowDeselect={false}
          onChange={(value) => setLines(value ?? '500')}
        />
        <Switch label="Live" checked={live} onChange={(event) => setLive(event.currentTarget.checked)} />
      </Group>
      {log?.state === 'ended' && (
        <Alert color="yellow" mb="sm">
          This log can't be followed anymore: the process is gone, or you no longer have access.
        </Alert>
      )}
      {!log && <Skeleton h={300} />}
      {log && (
        <>
          <Text fz="xs" c="dimmed" mb={6} aria-live="polite">
            {`${counted(shown.length, 'line')}${words === '' ? '' : ` matching “${words}”`}`}
          </Text>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard. */}
          <div ref={box} className={classes.log} tabIndex={0} role="log" aria-label="Log output">
            {shown.map(({ at, text }) => (
              <div key={at} className={classes.line} data-level={levelOf(text)}>
                {text}
              </div>
            ))}
            {shown.length === 0 && (
              <div className={classes.line}>{words === '' ? 'No output yet.' : 'No matching lines.'}</div>
            )}
          </div>
        </>
      )}
    </Drawer>
  )
}

function linesOf(lines: string[], words: string): LogLine[] {
  const wanted = words.trim().toLowerCase()
  return lines
    .map((line, at) => ({ at, text: readable(line) }))
    .filter(({ text: line }) => line !== '' && (wanted === '' || line.toLowerCase().includes(wanted)))
}

const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }

/** Formats a JSON line as time, level, message and the rest; other lines are unchanged. */
function readable(line: string): string {
  if (!line.startsWith('{')) return line
  try {
    const { time, level, msg, pid: _pid, hostname: _hostname, ...rest } = JSON.parse(line) as Record<string, unknown>
    const at = new Date(typeof time === 'number' || typeof time === 'string' ? time : Number.NaN)
    const clock = Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(11, 23)
    const details = Object.entries(rest).map(
      ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    const name = typeof level === 'number' ? (LEVELS[level] ?? level) : level
    return [clock, name, msg, ...details].filter((part) => part !== undefined && part !== '').join('  ')
  } catch {
    return line
  }
}

const levelOf = (text: string) =>
  /\b(error|fatal)\b/i.test(text) ? 'error' : /\bwarn\b/i.test(text) ? 'warn' : undefined
