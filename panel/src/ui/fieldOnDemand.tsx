// Fields with a list to choose from: the page shows their value in a plain input of the same look, and the field itself is
// fetched when someone comes to it. It goes on with the keyboard, the selection and what was typed meanwhile.

import { useForceUpdate } from '@mantine/hooks'
import { type ComponentType, type InputHTMLAttributes, type Ref, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { failed } from './notify.ts'

/** StandInProps is for the stand-in's input; its value is undefined until something is typed. */
export type StandInProps = {
  input: Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'type' | 'value'> & {
    ref: Ref<HTMLInputElement>
    value: string | undefined
  }
}

/** TakenOver is what the field gets from its stand-in. */
export type TakenOver = { ref?: Ref<HTMLInputElement>; typed?: string | undefined }

export function fieldOnDemand<Name extends string, Props extends object>(
  load: () => Promise<{ [key in Name]: ComponentType<Props & TakenOver> }>,
  name: Name,
  StandIn: ComponentType<Props & StandInProps>,
) {
  return function FieldOnDemand(props: Props) {
    const [Field, setField] = useState<ComponentType<Props & TakenOver>>()
    const [typed, setTyped] = useState<string>()
    const input = useRef<HTMLInputElement>(null)
    const selected = useRef<[start: number | null, end: number | null]>(undefined)
    const take = async () => {
      try {
        const module = await load()
        const { current: standIn } = input
        if (standIn && standIn === document.activeElement)
          selected.current = [standIn.selectionStart, standIn.selectionEnd]
        // At once: a key pressed before the next drawing would go to the stand-in.
        flushSync(() => setField(() => module[name]))
      } catch (error) {
        failed('The choices could not be fetched')(error)
      }
    }
    const drawAgain = useForceUpdate()
    useEffect(() => {
      if (!Field || !selected.current) return undefined
      input.current?.focus({ preventScroll: true })
      input.current?.setSelectionRange(...selected.current)
      // The library's list exists only after this, and its field tells of it (aria-expanded) when drawn once more.
      const timer = setTimeout(drawAgain)
      return () => clearTimeout(timer)
    }, [Field, drawAgain])
    if (Field) return <Field {...props} ref={input} typed={typed} />
    return (
      <StandIn
        {...props}
        input={{
          ref: input,
          role: 'combobox',
          'aria-haspopup': 'listbox',
          'aria-expanded': false,
          autoComplete: 'off',
          value: typed,
          onChange: (event) => setTyped(event.currentTarget.value),
          onPointerEnter: () => void load().catch(() => {}),
          onFocus: () => void take(),
          onBlur: () => setTyped(undefined),
        }}
      />
    )
  }
}
