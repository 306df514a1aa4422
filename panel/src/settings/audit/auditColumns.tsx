// Columns of the audit trail: targets as links, details as text.

import { Anchor, Box, Text } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { AuditOut } from '../../api/types.ts'
import { Ago } from '../../ui/Ago.tsx'
import type { Column } from '../../ui/DataTable.tsx'
import { labelOf } from './auditKinds.ts'

export const AUDIT_COLUMNS: Column<AuditOut>[] = [
  { key: 'When', width: 130, from: 'sm', cell: ({ at }) => <Ago at={at} /> },
  { key: 'Who', cell: ({ actor }) => <Long>{format(actor)}</Long> },
  {
    key: 'What',
    cell: (entry) => (
      <>
        <span title={entry.action}>{labelOf(entry.action)}</span>
        <Box hiddenFrom="sm" fz="xs" mt={4}>
          <Target entry={entry} />
          <Ago at={entry.at} />
        </Box>
      </>
    ),
  },
  {
    key: 'Details',
    from: 'sm',
    cell: (entry) => (
      <>
        <Target entry={entry} />
        <Text fz="xs" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {format({ ...entry.detail, title: undefined, address: entry.address })}
        </Text>
      </>
    ),
  },
]

/** One line up to a width that leaves room for other columns, then wraps anywhere. */
function Long({ children }: { children: ReactNode }) {
  return (
    <div style={{ width: 'max-content', maxWidth: 'min(140px, 40vw)', overflowWrap: 'break-word' }}>{children}</div>
  )
}

/** Shows the title, if the entry has one. */
function Target({ entry }: { entry: AuditOut }) {
  const page = pageOf(entry)
  const name = typeof entry.detail.title === 'string' ? entry.detail.title : entry.target
  return (
    <Long>
      {page ? (
        <Anchor fz="sm" renderRoot={(props) => <Link {...props} {...page} />}>
          {name}
        </Anchor>
      ) : (
        name
      )}
    </Long>
  )
}

/** The page of a target like `job:7`; undefined if there is none. */
function pageOf({ action, target, detail }: AuditOut): Pick<LinkProps, 'to' | 'params'> | undefined {
  const [kind, id = ''] = target.split(':')
  if (/\.(deleted|purged)$/.test(action)) return undefined
  if (kind === 'document') return { to: '/documents/$id', params: { id } }
  if (kind === 'job') return { to: '/pipeline/jobs/$id', params: { id } }
  if (kind === 'iteration' && detail.job_id) return { to: '/pipeline/jobs/$id', params: { id: String(detail.job_id) } }
  if (kind === 'category') return { to: '/categories' }
  if (kind === 'process') return { to: '/processes' }
  if (kind === 'user') return { to: '/settings/$section', params: { section: 'users' } }
  return undefined
}

/** Names as they are, objects as name and value. */
function format(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  if ('display_name' in value && value.display_name) return String(value.display_name)
  return Object.entries(value)
    .filter(([, part]) => part !== null && part !== undefined)
    .map(([key, part]) => `${key} ${typeof part === 'object' ? JSON.stringify(part) : part}`)
    .join(', ')
}
