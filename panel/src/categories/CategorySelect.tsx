// Selects a category: the tree flattened and indented, searchable by any part of a path.

import { Select, type SelectProps } from '@mantine/core'
import type { CategoryOut } from 'galley-client/schema.ts'
import { usePaths } from './queries.ts'

export type CategorySelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'ref'> & {
  value: number | null
  onChange: (id: number | null) => void
  without?: (category: CategoryOut) => boolean
  /** The label of a first choice for no category. */
  none?: string | undefined
}

export function CategorySelect({ value, onChange, without, none, ...rest }: CategorySelectProps) {
  const { paths, isLoading } = usePaths({ without, none })
  return (
    <Select
      searchable
      clearable
      limit={200}
      nothingFoundMessage={isLoading ? 'Loading…' : 'No matching category'}
      placeholder={isLoading ? 'Loading…' : 'None'}
      comboboxProps={{ position: 'bottom-start' }}
      styles={{ dropdown: { minWidth: 300 } }}
      {...rest}
      data={paths}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  )
}
