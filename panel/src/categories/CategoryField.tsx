// CategorySelect for pages: shows the category at once, and fetches the list when someone comes to it.

import { ComboboxChevron, ComboboxClearButton, TextInput, type TextInputProps } from '@mantine/core'
import { fieldOnDemand, type StandInProps } from '../ui/fieldOnDemand.tsx'
import { usePaths } from './queries.ts'

type Props = Pick<TextInputProps, 'label' | 'aria-label' | 'placeholder' | 'error' | 'w'> & {
  value: number | null
  onChange: (id: number | null) => void
}

export const CategoryField = fieldOnDemand(() => import('./CategorySelect.tsx'), 'CategorySelect', StandIn)

function StandIn({ value, onChange, input, ...rest }: Props & StandInProps) {
  const { labelOf, isPending } = usePaths()
  return (
    <TextInput
      placeholder={isPending ? 'Loading…' : 'None'}
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
