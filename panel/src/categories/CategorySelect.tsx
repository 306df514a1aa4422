// Choosing a category: the tree flattened, indented by depth, found by typing any part of its path.

import { Select, type SelectProps } from '@mantine/core'
import { useMemo } from 'react'
import type { CategoryOut } from '../api/schema.ts'
import { useCategories } from './queries.ts'

type Props = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  value: number | null
  onChange: (id: number | null) => void
  without?: (category: CategoryOut) => boolean
}

export function CategorySelect({ value, onChange, without, ...rest }: Props) {
  const { data: tree, isPending } = useCategories()
  const options = useMemo(() => pathsOf(tree ?? [], without), [tree, without])
  return (
    <Select
      searchable
      clearable
      limit={200}
      nothingFoundMessage="No such category"
      placeholder={isPending ? 'Loading…' : 'None'}
      {...rest}
      data={options}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  )
}

function pathsOf(nodes: CategoryOut[], without: Props['without'], above = ''): { value: string; label: string }[] {
  return nodes
    .filter((node) => !without?.(node))
    .flatMap((node) => {
      const label = above === '' ? node.name : `${above} › ${node.name}`
      return [{ value: String(node.id), label }, ...pathsOf(node.children, without, label)]
    })
}
