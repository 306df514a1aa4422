// The accent colour, typed or picked, with what becomes of it where it could not be read. The browser's own picker: Mantine's would
// make the page's first load 25 kB larger (measured on its build, gzip).

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
