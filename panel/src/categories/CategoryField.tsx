// CategorySelect for pages: shows the category at once, and fetches the choices when someone comes to it.

import { ComboboxChevron, ComboboxClearButton, TextInput, type TextInputProps } from '@mantine/core'
import { fieldOnDemand, type StandInProps } from '../ui/fieldOnDemand.tsx'
import { fetchCategories, usePaths } from './queries.ts'

type Props = Pick<
  TextInputProps,
  'label' | 'aria-label' | 'placeholder' | 'error' | 'w' | 'className' | 'leftSection'
> & {
  value: number | null
  onChange: (id: number | null) => void
  none?: string | undefined
}

function load() {
  fetchCategories().catch(() => {})
  return import('./CategorySelect.tsx')
}

export const CategoryField = fieldOnDemand(load, 'CategorySelect', StandIn)

function StandIn({ value, onChange, none, input, ...rest }: Props & StandInProps) {
  const { labelOf, isLoading } = usePaths({ none, enabled: value !== null })
  return (
    <TextInput
      placeholder={isLoading ? 'Loading…' : 'None'}
      {...rest}
      {...input}
      value={input.value ?? labelOf(value)}
      rightSectionPointerEvents="none"
      __defaultRightSection={<ComboboxChevron />}
      __clearable={value !== null}
      __clearSection={<ComboboxClearButton onClear={() => onChange(null)} />}
    />
  )
}
