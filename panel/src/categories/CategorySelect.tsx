// Choosing a category: the tree flattened, indented by depth, found by typing any part of its path.

import { Select, type SelectProps } from '@mantine/core'
import type { CategoryOut } from 'galley-client/schema.ts'
import { usePaths } from './queries.ts'

export type CategorySelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'ref'> & {
  value: number | null
  onChange: (id: number | null) => void
  without?: (category: CategoryOut) => boolean
  /** none is the wording of a first choice that stands for no category at all. */
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
