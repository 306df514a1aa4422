// A form's layout: fields, general error, buttons. State is in useApiForm.

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
import type { ReactNode, SyntheticEvent } from 'react'
import { ErrorNote } from './ErrorNote.tsx'

export type FormState = {
  submit: (event?: SyntheticEvent<HTMLFormElement>) => void
  isSending: boolean
  error: unknown
}

type Props = {
  form: FormState
  action: string
  button?: ButtonProps
  onCancel?: () => void
  /** Shown next to the button. */
  beside?: ReactNode
  maw?: number
  children: ReactNode
}

export function Form({ form, action, button, onCancel, beside, maw, children }: Props) {
  return (
    <form onSubmit={form.submit}>
      <Stack {...(maw !== undefined && { maw })}>
        {children}
        <ErrorNote error={form.error} />
        <Group justify={onCancel ? 'flex-end' : 'flex-start'}>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={form.isSending} {...button}>
            {action}
          </Button>
          {beside}
        </Group>
      </Stack>
    </form>
  )
}

export const NewPasswordInput = (props: PasswordInputProps) => (
  <PasswordInput
    label="New password"
    description="At least 8 characters."
    autoComplete="new-password"
    required
    {...props}
  />
)

/** Six digits from a mail or an app. */
export const CodeInput = (props: TextInputProps) => (
  <TextInput inputMode="numeric" autoComplete="one-time-code" data-autofocus required maxLength={6} {...props} />
)

/** The name that a person signs in with. */
export const IdentifierInput = (props: TextInputProps) => (
  <TextInput label="Email or username" name="identifier" autoComplete="username" required {...props} />
)
