// A virtual list of backlog rows.

import { Checkbox, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { BacklogDocOut } from 'galley-client/schema.ts'
import { useRef } from 'react'
import { Ago } from '../ui/Ago.tsx'
import { Dot } from '../ui/Dot.tsx'
import classes from './backlog.module.css'

type Props = { rows: BacklogDocOut[]; selected: ReadonlySet<number>; onToggle: (id: number) => void }

export function BacklogRows({ rows, selected, onToggle }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    // The height of `.row` in backlog.module.css; rows aren't measured.
    estimateSize: () => 52,
    overscan: 10,
    getItemKey: (index) => rows[index]!.id,
  })
  return (
    <div ref={box} className={classes.box}>
      <ul className={classes.list} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]!
          return (
            <li
              key={row.id}
              className={classes.row}
              style={{ transform: `translateY(${start}px)` }}
              // A screen reader would count only rendered rows.
              aria-setsize={rows.length}
              aria-posinset={index + 1}
            >
              <Checkbox
                aria-label={`Select ${row.title}`}
                checked={selected.has(row.id)}
                onChange={() => onToggle(row.id)}
              />
              <div className={classes.text}>
                <Link to="/documents/$id" params={{ id: String(row.id) }} className="visually-plain">
                  <Text fz="sm" fw={550} truncate>
                    {row.title}
                  </Text>
                </Link>
                <Text fz="xs" c="dimmed" truncate>
                  {row.last_error ?? row.category ?? 'No category'}
                </Text>
              </div>
              <Dot state={row.bucket} />
              <Ago at={row.updated_at} small className="mantine-visible-from-sm" />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
