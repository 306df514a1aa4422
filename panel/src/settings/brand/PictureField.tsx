// A picture of the brand: uploaded when chosen, used when the form is saved.

import { Button, FileButton, Group, Input } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '../../api/client.ts'
import { failed } from '../../ui/notify.ts'
import classes from './brand.module.css'

type Props = {
  label: string
  hint: string
  value?: string
  onChange?: (url: string) => void
  error?: React.ReactNode
  disabled?: boolean
  description?: string
}
const KINDS = 'image/png,image/jpeg,image/gif,image/webp,image/avif,image/svg+xml'

export function PictureField({ label, hint, value = '', onChange, error, disabled = false, description }: Props) {
  const id = useId()
  const upload = useMutation({
    mutationFn: (file: File) => call('POST /api/pictures', { body: file }),
    onSuccess: ({ url }) => onChange?.(url),
    onError: failed("Couldn't upload the image"),
  })
  return (
    // A div, because a label belongs to one control, and there are two buttons.
    <Input.Wrapper label={label} labelElement="div" description={description ?? hint} error={error} id={id}>
      {!disabled && (
        <Group gap="sm" mt={6}>
          {value !== '' && <img src={value} alt="" className={classes.chosen} />}
          <FileButton accept={KINDS} onChange={(file) => file && upload.mutate(file)}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                size="xs"
                loading={upload.isPending}
                aria-label={`Upload ${label.toLowerCase()}`}
              >
                {value === '' ? 'Upload' : 'Replace'}
              </Button>
            )}
          </FileButton>
          {value !== '' && (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              onClick={() => onChange?.('')}
              aria-label={`Remove ${label.toLowerCase()}`}
            >
              Remove
            </Button>
          )}
        </Group>
      )}
    </Input.Wrapper>
  )
}
