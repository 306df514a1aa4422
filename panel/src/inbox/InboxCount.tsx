// The number of open entries beside the link to the inbox.

import classes from './inbox.module.css'
import { useInboxCount } from './queries.ts'

export function InboxCount() {
  const { data = 0 } = useInboxCount()
  if (data === 0) return null
  return (
    <span className={classes.count}>
      {data > 99 ? '99+' : data}
      <span className="visually-hidden"> open</span>
    </span>
  )
}
