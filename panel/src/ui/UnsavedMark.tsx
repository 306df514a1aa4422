// The mark of something that has unsaved changes in this browser. Plain elements, because lists hold many of them.

import classes from './plain.module.css'

export const UnsavedMark = () => (
  <span className={classes.unsaved} title="Unsaved changes, kept in this browser">
    unsaved
  </span>
)
