// A form that sends one request. @mantine/form holds the values, a mutation sends them, and the API's errors (422, and 409
// for a taken name) appear at fields of the same name; others are `error`.
//
//   const form = useApiForm({ initialValues: { name: '' }, send: (body) => call('POST /api/tokens', { body }), onSent: onClose })
//   <FormDialog form={form} title="New token" action="Create" onClose={onClose}>
//     <TextInput label="Name" data-autofocus required {...form.getInputProps('name')} />
//   </FormDialog>

import { type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { fieldErrors } from '../api/errors.ts'
import { isSame, readLocalCopy, useCopy } from './localCopies.ts'

type ApiFormOptions<Values, Result> = {
  initialValues: Values
  send: (values: Values) => Promise<Result>
  /** Runs even if the form has unmounted: it may be closed, or its row removed, before the response. */
  onSent?: (result: Result) => void
  onRefused?: (error: unknown) => void
  /** The key of a browser copy of the values until they are sent, for long texts. */
  keepAs?: string
}

export type ApiForm<Values, Result> = UseFormReturnType<Values> & {
  submit: ReturnType<UseFormReturnType<Values>['onSubmit']>
  isSending: boolean
  error: unknown
  result: Result | undefined
}

export function useApiForm<Values extends Record<string, unknown>, Result>({
  initialValues,
  send,
  onSent,
  onRefused,
  keepAs,
}: ApiFormOptions<Values, Result>): ApiForm<Values, Result> {
  const [initial] = useState(initialValues)
  const isSent = useRef(false)
  const form = useForm<Values>({
    // A copy from before an update may lack fields.
    initialValues: { ...initial, ...(keepAs === undefined ? undefined : readLocalCopy<Partial<Values>>(keepAs)) },
    onValuesChange: () => keepAs !== undefined && copy.soon(),
  })
  const copy = useCopy(keepAs ?? '', () =>
    isSent.current || isSame(form.getValues(), initial) ? undefined : form.getValues(),
  )
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (result) => {
      if (keepAs !== undefined) {
        isSent.current = true
        copy.now()
      }
      onSent?.(result)
    },
    onError: (error) => {
      const errors = fieldErrors(error)
      form.setErrors(errors)
      const [first] = Object.keys(errors)
      if (first !== undefined) form.getInputNode(first as never)?.focus()
      onRefused?.(error)
    },
  })
  const refused = Object.keys(fieldErrors(sending.error))
  const isShown = refused.length > 0 && refused.every((name) => name in form.values)
  return {
    ...form,
    submit: form.onSubmit((values) => {
      if (!sending.isPending) sending.mutate(values)
    }),
    isSending: sending.isPending,
    error: isShown ? undefined : sending.error,
    result: sending.data,
  }
}
