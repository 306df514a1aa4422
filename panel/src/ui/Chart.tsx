// A small area chart of views: hovering shows days, the label sums up.

import { Box, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useId, useState } from 'react'
import { counted } from '../counted.ts'
import classes from './chart.module.css'

type Day = { day: string; views: number }
/** Days are UTC; in the browser's zone some labels would be off by one. */
const dayName = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })

export function ViewsChart({ days, height = 160 }: { days: Day[]; height?: number }) {
  const { ref, width } = useElementSize()
  const [at, setAt] = useState<number>()
  const gradient = useId()
  const pad = { top: 12, bottom: 22 }
  const inner = height - pad.top - pad.bottom
  // At least one, to avoid a division by zero.
  const most = Math.max(1, ...days.map(({ views }) => views))
  const total = days.reduce((sum, { views }) => sum + views, 0)
  // Four pixels at both ends, the point's radius.
  const x = (index: number) => (days.length < 2 ? width / 2 : 4 + (index / (days.length - 1)) * (width - 8))
  const y = (views: number) => pad.top + inner * (1 - views / most)
  const line = days.map(({ views }, index) => `${x(index).toFixed(1)},${y(views).toFixed(1)}`).join(' L')
  const shown = at === undefined ? undefined : days[at]
  const pick = (clientX: number, left: number) =>
    setAt(
      Math.max(
        0,
        Math.min(days.length - 1, Math.round(((clientX - left - 4) / Math.max(1, width - 8)) * (days.length - 1))),
      ),
    )

  return (
    <Box ref={ref} pos="relative">
      <svg
        width="100%"
        height={height}
        role="img"
        aria-label={`${counted(total, 'view')} in ${counted(days.length, 'day')}, peak ${most} per day`}
        className={classes.chart}
        onPointerMove={(event) => pick(event.clientX, event.currentTarget.getBoundingClientRect().left)}
        onPointerLeave={() => setAt(undefined)}
      >
        <defs>
          <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="var(--mantine-primary-color-filled)" stopOpacity="0.28" />
            <stop offset="1" stopColor="var(--mantine-primary-color-filled)" stopOpacity="0" />
          </linearGradient>
        </defs>
        {[0, 0.5, 1].map((share) => (
          <line
            key={share}
            x1={0}
            x2={width}
            y1={pad.top + inner * share}
            y2={pad.top + inner * share}
            className={classes.grid}
          />
        ))}
        {days.length > 1 && (
          <>
            <path
              d={`M${line} L${x(days.length - 1)},${pad.top + inner} L${x(0)},${pad.top + inner} Z`}
              fill={`url(#${gradient})`}
            />
            <path d={`M${line}`} className={classes.line} />
          </>
        )}
        {shown && at !== undefined && (
          <>
            <line x1={x(at)} x2={x(at)} y1={pad.top} y2={pad.top + inner} className={classes.cursor} />
            <circle cx={x(at)} cy={y(shown.views)} r={4} className={classes.point} />
          </>
        )}
        {days.length > 1 && (
          <>
            <text x={2} y={height - 5} className={classes.label}>
              {formatDay(days[0]!.day)}
            </text>
            <text x={width - 2} y={height - 5} textAnchor="end" className={classes.label}>
              {formatDay(days.at(-1)!.day)}
            </text>
          </>
        )}
      </svg>
      <Text className={classes.reading} aria-live="polite" fz="xs">
        {shown
          ? `${formatDay(shown.day)}: ${counted(shown.views, 'view')}`
          : total === 0
            ? 'No views yet'
            : `Peak: ${most} per day`}
      </Text>
    </Box>
  )
}

const formatDay = (day: string) => dayName.format(new Date(`${day.slice(0, 10)}T00:00:00Z`))
