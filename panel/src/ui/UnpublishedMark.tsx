// The mark of an unpublished document. Plain elements, because lists have many.

import classes from './plain.module.css'

export const UnpublishedMark = () => (
  <span className={classes.unsaved} title="Only editors can see this page">
    Draft
  </span>
)
