// A form that asks one thing of the service: sent once at a time, refused fields marked, any other fault said above the
// buttons. Its fields give their text, not the browser's event.

import {
  Button,
  type ButtonProps,
  Group,
  PasswordInput,
  type PasswordInputProps,
  Stack,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import type { ReactNode } from 'react'
import { fieldErrors } from '../api/errors.ts'
import { ErrorNote } from './ErrorNote.tsx'

type Props = {
  /** sending is the mutation that `onSend` starts. */
  sending: { isPending: boolean; error: unknown }
  onSend: () => void
  action: string
  button?: ButtonProps
  onCancel?: () => void
  /** beside is shown next to the button. */
  beside?: ReactNode
  maw?: number
  children: ReactNode
}

export function Form({ sending, onSend, action, button, onCancel, beside, maw, children }: Props) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      <Stack {...(maw !== undefined && { maw })}>
        {children}
        {Object.keys(fieldErrors(sending.error)).length === 0 && <ErrorNote error={sending.error} />}
        <Group justify={onCancel ? 'flex-end' : 'flex-start'}>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={sending.isPending} {...button}>
            {action}
          </Button>
          {beside}
        </Group>
      </Stack>
    </form>
  )
}

type Text = { value: string; onChange: (text: string) => void }

export const TextField = ({ onChange, ...rest }: Omit<TextInputProps, keyof Text> & Text) => (
  <TextInput withAsterisk={false} {...rest} onChange={(event) => onChange(event.currentTarget.value)} />
)

export const PasswordField = ({ onChange, ...rest }: Omit<PasswordInputProps, keyof Text> & Text) => (
  <PasswordInput required withAsterisk={false} {...rest} onChange={(event) => onChange(event.currentTarget.value)} />
)

export const NewPasswordField = (props: Omit<PasswordInputProps, keyof Text> & Text) => (
  <PasswordField label="New password" description="At least 8 characters." autoComplete="new-password" {...props} />
)

/** WhoField is the name that a person signs in with. */
export const WhoField = (props: Omit<TextInputProps, keyof Text> & Text) => (
  <TextField label="Email or username" name="identifier" autoComplete="username" required {...props} />
)
