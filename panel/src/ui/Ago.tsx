// A relative time ("3 minutes ago") with the exact one as a tooltip.

import classes from './plain.module.css'

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })
const UNITS = [
  ['minute', 60],
  ['hour', 24],
  ['day', 14],
] as const

export function formatAgo(at: string, now = Date.now()): string {
  let span = (Date.parse(at) - now) / 60_000
  if (Math.abs(span) < 1) return 'just now'
  for (const [unit, size] of UNITS) {
    if (Math.abs(span) < size) return relative.format(Math.round(span), unit)
    span /= size
  }
  return day.format(Date.parse(at))
}

export const formatExact = (at: string): string => exact.format(Date.parse(at))

type Props = { at: string | null | undefined; never?: string; small?: boolean; className?: string }

/** Shows nothing, or `never`, without a time. */
export function Ago({ at, never, small = false, className = '' }: Props) {
  if (!at && !never) return null
  return (
    <span className={`${classes.ago} ${small ? classes.small : ''} ${className}`}>
      {at ? (
        <time dateTime={at} title={formatExact(at)}>
          {formatAgo(at)}
        </time>
      ) : (
        never
      )}
    </span>
  )
}
