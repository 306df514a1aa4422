// A search field with a clear button.

import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  label: string
  value: string
  onChange: (words: string) => void
}

export function SearchBox({ label, placeholder = label, value, onChange, ...rest }: Props) {
  return (
    <TextInput
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={value !== '' && <CloseButton size="sm" aria-label="Clear search" onClick={() => onChange('')} />}
      placeholder={placeholder}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...rest}
    />
  )
}
