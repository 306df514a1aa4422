// CategorySelect for pages: shows the value at once, and loads choices and code after the page is drawn. Otherwise they would
// add 48 kB and 13 requests before the document list could be used.

import { ComboboxChevron, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { lazily } from '../ui/lazily.tsx'
import type { CategorySelectProps } from './CategorySelect.tsx'
import { usePaths } from './queries.ts'

const AFTER_PAGE = 1_000

export function CategoryField(props: CategorySelectProps) {
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true), AFTER_PAGE)
    return () => clearTimeout(timer)
  }, [])
  return isDrawn ? <LazySelect {...props} /> : <Standby {...props} />
}

const LazySelect = lazily(
  () => import('./CategorySelect.tsx'),
  'CategorySelect',
  (props) => <Standby {...props} />,
)

function Standby({
  label,
  'aria-label': name,
  className,
  w,
  leftSection,
  placeholder = 'None',
  ...rest
}: CategorySelectProps) {
  const { labelOf } = usePaths({ none: rest.none, enabled: rest.value !== null })
  return (
    <TextInput
      {...{ label, className, w, leftSection, placeholder }}
      aria-label={name}
      value={labelOf(rest.value)}
      rightSection={<ComboboxChevron />}
      // Read-only rather than disabled, because it only waits for its code.
      disabled
      styles={{ input: { opacity: 1, color: 'inherit', backgroundColor: 'var(--input-bg)' } }}
    />
  )
}
