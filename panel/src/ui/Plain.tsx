// Plain checkbox, icon button and document link for long lists. With the library's own in fifty rows, and the category field
// in the first load, the document list took 1.7 times as long to become usable (median of five cold loads).

import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import classes from './plain.module.css'

type CheckProps = { label: string; checked: boolean; some?: boolean; onChange: () => void }

/** `some`: indeterminate. */
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

/** Hovering preloads the document's page. */
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
