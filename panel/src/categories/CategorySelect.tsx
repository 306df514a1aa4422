// Choosing a category: the tree flattened, indented by depth, found by typing any part of its path.

import { Select, type SelectProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { CategoryOut } from '../api/schema.ts'
import type { TakenOver } from '../ui/fieldOnDemand.tsx'
import { usePaths } from './queries.ts'

type Props = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'ref'> &
  TakenOver & {
    value: number | null
    onChange: (id: number | null) => void
    without?: (category: CategoryOut) => boolean
    none?: string | undefined
  }

export function CategorySelect({ value, onChange, without, none, typed, ...rest }: Props) {
  const { paths, labelOf, isLoading } = usePaths({ without, none })
  const [search, setSearch] = useState(typed ?? labelOf(value))
  // Select begins with the label of its value, whatever it is given.
  useEffect(() => {
    if (typed !== undefined) setSearch(typed)
  }, [typed])
  return (
    <Select
      searchable
      clearable
      limit={200}
      nothingFoundMessage={isLoading ? 'Loading…' : 'No such category'}
      placeholder={isLoading ? 'Loading…' : 'None'}
      comboboxProps={{ position: 'bottom-start' }}
      styles={{ dropdown: { minWidth: 300 } }}
      {...rest}
      data={paths}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      searchValue={search}
      onSearchChange={setSearch}
    />
  )
}
