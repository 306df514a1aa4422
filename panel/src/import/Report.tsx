// An import's report: its pages, and findings grouped by text.

import { Anchor, Paper, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import classes from './import.module.css'
import type { ShownReport } from './importQueries.ts'
import { type FindingGroup, grouped } from './words.ts'

const MOST_SHOWN = 100

const SECTIONS = [
  { list: 'failed', before: "Can't be imported", after: 'Not imported' },
  { list: 'warnings', before: 'Imported with changes', after: 'Imported with changes' },
  { list: 'unknown', before: 'Kept as it is, for editors only', after: 'Kept as it is, for editors only' },
  { list: 'skipped', before: 'Left out', after: 'Left out' },
] as const

const CHANGES = { created: 'New', updated: 'Changed', unchanged: 'Unchanged' } as const

export function Report({ report, isDone }: { report: ShownReport; isDone: boolean }) {
  return (
    <>
      {SECTIONS.map(({ list, before, after }) => (
        <Findings
          key={list}
          title={`${isDone ? after : before} (${report.totals[list].toLocaleString('en')})`}
          groups={grouped(report[list])}
          missing={report.totals[list] - report[list].length}
        />
      ))}
      <Pages report={report} />
    </>
  )
}

function Findings({ title, groups, missing }: { title: string; groups: FindingGroup[]; missing: number }) {
  if (groups.length === 0) return null
  return (
    <Paper p="lg">
      <Title order={2} fz="md" mb={4}>
        {title}
      </Title>
      {groups.map(({ reason, findings }) => (
        <details key={reason} className={classes.group} open={groups.length === 1 && findings.length <= 5}>
          <summary>
            {reason.charAt(0).toUpperCase() + reason.slice(1)}{' '}
            <Text span c="dimmed" fz="sm">{`(${findings.length.toLocaleString('en')})`}</Text>
          </summary>
          <ul className={classes.found}>
            {findings.slice(0, MOST_SHOWN).map(({ path, line, reason: whole }) => (
              <li key={`${path}:${line}:${whole}`}>
                <b>{line === undefined ? path : `${path}:${line}`}</b>
                {whole !== reason && ` ${whole.slice(reason.length + 2)}`}
              </li>
            ))}
            {findings.length > MOST_SHOWN && <li>and {(findings.length - MOST_SHOWN).toLocaleString('en')} more</li>}
          </ul>
        </details>
      ))}
      {missing > 0 && (
        <Text fz="sm" c="dimmed">
          And {missing.toLocaleString('en')} more that are not listed.
        </Text>
      )}
    </Paper>
  )
}

function Pages({ report: { pages, created, updated, unchanged } }: { report: ShownReport }) {
  const missing = created + updated + unchanged - pages.length
  return (
    <Paper p="lg">
      <Title order={2} fz="md" mb={4}>
        Pages
      </Title>
      {(['created', 'updated', 'unchanged'] as const).map((change) => {
        const some = pages.filter((page) => page.change === change)
        if (some.length === 0) return null
        return (
          <details key={change} className={classes.group} open={some.length <= 20}>
            <summary>
              {CHANGES[change]} <Text span c="dimmed" fz="sm">{`(${some.length.toLocaleString('en')})`}</Text>
            </summary>
            <ul className={classes.found}>
              {some.map(({ path, title, id }) => (
                <li key={path}>
                  {id === undefined ? (
                    title
                  ) : (
                    <Anchor renderRoot={(props) => <Link {...props} to="/documents/$id" params={{ id: String(id) }} />}>
                      {title}
                    </Anchor>
                  )}{' '}
                  <Text span c="dimmed" fz="sm">
                    {path}
                  </Text>
                </li>
              ))}
            </ul>
          </details>
        )
      })}
      {missing > 0 && (
        <Text fz="sm" c="dimmed">
          And {missing.toLocaleString('en')} more pages that are not listed.
        </Text>
      )}
    </Paper>
  )
}
