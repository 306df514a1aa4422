// The field for a link's address, which also finds documents by title. Replaces the editor's own field, for new and existing
// links alike.

import { components } from '@blocknote/mantine'
import { type ComponentProps, ComponentsContext, useAutoFocus } from '@blocknote/react'
import { Combobox, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { findDocuments, PAUSE_MS, readAddress, SAFE_LINK } from './links.ts'

type EditorField = ComponentProps['Generic']['Form']['TextInput']

function LinkField({ value, onChange, icon, autoFocus, placeholder = '', className }: EditorField) {
  const field = useAutoFocus<HTMLInputElement>(autoFocus)
  const { found, isWaiting } = useDocumentsFor(value)
  const list = useCombobox({ opened: found.length > 0 })
  const { selectFirstOption, resetSelectedOption } = list
  const isHost = /^\S+\.\S+$/.test(value.trim())
  // Enter takes the first document, unless the text is itself an address, like example.com.
  useEffect(() => {
    if (found.length === 0 || isHost) resetSelectedOption()
    else selectFirstOption()
  }, [found, isHost, selectFirstOption, resetSelectedOption])

  const choose = (address: string) => {
    // The form submits the value of its last render.
    flushSync(() => onChange({ currentTarget: { value: address } } as ChangeEvent<HTMLInputElement>))
    field.current?.form?.requestSubmit()
  }
  // Before results arrive, Enter would use half a title as address.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && isWaiting && !isHost) event.preventDefault()
  }
  return (
    <Combobox store={list} onOptionSubmit={choose}>
      <Combobox.EventsTarget>
        <TextInput
          ref={field}
          className={className}
          size="xs"
          name="url"
          autoComplete="off"
          aria-label={placeholder}
          leftSection={icon}
          {...{ value, onChange, placeholder, onKeyDown }}
        />
      </Combobox.EventsTarget>
      <Combobox.Options aria-label="Documents" hidden={found.length === 0}>
        {found.map(({ slug, title, category }) => (
          <Combobox.Option key={slug} value={readAddress(slug)}>
            <Text fz="sm">{title}</Text>
            <Text fz="xs" c="dimmed">
              {category ?? readAddress(slug)}
            </Text>
          </Combobox.Option>
        ))}
      </Combobox.Options>
    </Combobox>
  )
}

const NONE: never[] = []

/** Searches when typing pauses, unless the text is an address. */
function useDocumentsFor(typed: string) {
  const [initial] = useState(typed)
  const q = typed === initial || SAFE_LINK.test(typed) ? '' : typed.trim()
  const [paused] = useDebouncedValue(q, PAUSE_MS)
  const isAsked = q !== '' && q === paused
  const { data = NONE, isFetching } = useQuery({
    queryKey: ['link-field', q],
    queryFn: () => findDocuments(q),
    enabled: isAsked,
  })
  return { found: isAsked ? data : NONE, isWaiting: q !== '' && (!isAsked || isFetching) }
}

const { Form } = components.Generic
const OtherField = Form.TextInput
const withLinkField = {
  ...components,
  Generic: {
    ...components.Generic,
    Form: {
      ...Form,
      TextInput: (props: EditorField) => (props.name === 'url' ? <LinkField {...props} /> : <OtherField {...props} />),
    },
  },
}

export const WithLinkField = ({ children }: { children: ReactNode }) => (
  <ComponentsContext.Provider value={withLinkField}>{children}</ComponentsContext.Provider>
)
