// The mark of a document that only editors can see. Plain elements, because lists hold many of them.

import classes from './plain.module.css'

export const UnpublishedMark = () => (
  <span className={classes.unsaved} title="Only editors can see this page">
    Draft
  </span>
)
