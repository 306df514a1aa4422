// The mark of something that has an unsaved text in this browser. Plain elements, because lists hold many of them.

import classes from './plain.module.css'

export const UnsavedMark = () => (
  <span className={classes.unsaved} title="What you typed is kept in this browser and not saved">
    not saved
  </span>
)
