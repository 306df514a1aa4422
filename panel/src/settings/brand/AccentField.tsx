// The accent colour, with a note if it had to be adjusted to be readable. Uses the browser's picker: Mantine's would add 25
// kB to the first load (gzip).

import { TextInput } from '@mantine/core'
import { isColour } from 'galley-look/accent.ts'
import classes from './brand.module.css'
import { shadesSaid } from './values.ts'

type Props = {
  value?: string
  onChange?: (colour: string) => void
  error?: React.ReactNode
  disabled?: boolean
  description?: string
}

export function AccentField({ value = '', onChange, description, disabled = false, ...props }: Props) {
  return (
    <TextInput
      label="Accent colour"
      placeholder="#3f50bd"
      maxLength={7}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...props}
      value={value}
      disabled={disabled}
      description={description ?? shadesSaid(value)}
      onChange={(event) => onChange?.(event.currentTarget.value)}
      leftSection={
        <input
          type="color"
          aria-label="Pick an accent colour"
          className={classes.picker}
          disabled={disabled}
          value={isColour(value) ? value.toLowerCase() : '#000000'}
          onChange={(event) => onChange?.(event.currentTarget.value)}
        />
      }
    />
  )
}
