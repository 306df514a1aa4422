// Controls for lists of many rows, as plain elements: a checkbox, an icon button, a link to a document. With the library's own in
// fifty rows, and the category field loaded with the page, the document list was usable 1.7 times as late (median of five cold
// loads).

import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import classes from './plain.module.css'

type CheckProps = { label: string; checked: boolean; some?: boolean; onChange: () => void }

/** Check is a checkbox; `some` shows that it stands for several, of which not all are checked. */
export const Check = ({ label, checked, some = false, onChange }: CheckProps) => (
  <input
    type="checkbox"
    className={classes.check}
    aria-label={label}
    checked={checked}
    ref={(box) => {
      if (box) box.indeterminate = some && !checked
    }}
    onChange={onChange}
  />
)

export const IconButton = (props: ComponentProps<'button'>) => (
  <button type="button" {...props} className={classes.button} />
)

type DocumentLinkProps = { id: number; className?: string | undefined; children: string }

/** DocumentLink goes to a document's own page, whose code it fetches when the pointer comes near. */
export function DocumentLink({ id, className, children }: DocumentLinkProps) {
  const router = useRouter()
  const target = { to: '/documents/$id', params: { id: String(id) } } as const
  const go = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate(target)
  }
  return (
    <a
      href={`/panel/documents/${id}`}
      className={className}
      onClick={go}
      onPointerEnter={() => void router.preloadRoute(target)}
    >
      {children}
    </a>
  )
}
