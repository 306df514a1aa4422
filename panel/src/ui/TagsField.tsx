// A field for tags: Enter or a comma ends one, Backspace removes the last. Unlike the library's, without suggestions.

import { Pill, PillsInput, type PillsInputProps } from '@mantine/core'
import { type KeyboardEvent, useId, useState } from 'react'

type Props = Pick<PillsInputProps, 'label' | 'error'> & {
  value: string[]
  onChange: (tags: string[]) => void
  most?: number
  placeholder?: string
}

export function TagsField({ value, onChange, most = Number.POSITIVE_INFINITY, placeholder, ...rest }: Props) {
  const id = useId()
  const [text, setText] = useState('')
  const add = (texts: string) => {
    if (value.length >= most) return
    setText('')
    const next = withTags(value, texts).slice(0, most)
    if (next.length > value.length) onChange(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends composing a word in Japanese or Chinese.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Backspace' && text === '' && value.length > 0) onChange(value.slice(0, -1))
    if ((event.key === 'Enter' || event.key === ',') && text.trim() !== '') {
      event.preventDefault()
      add(text)
    }
  }
  return (
    <PillsInput {...rest} id={id}>
      <Pill.Group>
        {value.map((tag) => (
          <Pill key={tag} withRemoveButton onRemove={() => onChange(value.filter((other) => other !== tag))}>
            {tag}
          </Pill>
        ))}
        <PillsInput.Field
          id={id}
          placeholder={placeholder}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            event.preventDefault()
            add(text + event.clipboardData.getData('text/plain'))
          }}
          onBlur={() => add(text)}
        />
      </Pill.Group>
    </PillsInput>
  )
}

/** Adds comma-separated tags, ignoring case-insensitive duplicates. */
function withTags(tags: string[], texts: string): string[] {
  const all = [...tags]
  for (const tag of texts.split(',').map((text) => text.trim())) {
    if (tag !== '' && !all.some((other) => other.toLowerCase() === tag.toLowerCase())) all.push(tag)
  }
  return all
}
