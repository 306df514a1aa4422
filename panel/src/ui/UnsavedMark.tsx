// The mark of something that has a text in this browser which is not saved. Plain elements, because lists hold many of them.

import classes from './plain.module.css'

export const UnsavedMark = () => (
  <span className={classes.unsaved} title="What you typed is kept in this browser and not saved">
    not saved
  </span>
)
