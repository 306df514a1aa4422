// A link to an address from the service, opened within the panel.

import { useRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

export function LinkTo({ href, ...rest }: ComponentProps<'a'>) {
  const router = useRouter()
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || !href) return
        event.preventDefault()
        router.history.push(href)
      }}
    />
  )
}
