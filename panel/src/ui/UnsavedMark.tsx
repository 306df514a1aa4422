// The mark of unsaved changes in this browser. Plain elements, because lists have many.

import classes from './plain.module.css'

export const UnsavedMark = () => (
  <span className={classes.unsaved} title="Unsaved changes, kept in this browser">
    unsaved
  </span>
)
