// Parts of a page that most visits never open (dialogs, menus): their code comes when they are first wanted.

import { type ComponentType, cloneElement, lazy, type ReactElement, Suspense, useEffect, useState } from 'react'

type Load<Name extends string, Props> = () => Promise<{ [key in Name]: ComponentType<Props> }>

/** onDemand draws a part as soon as its code is there; its `near` goes on the button that opens it. */
export function onDemand<Name extends string, Props extends object>(load: Load<Name, Props>, name: Name) {
  const Part = lazy(() => load().then((module) => ({ default: module[name] }))) as unknown as ComponentType<Props>
  function OnDemand(props: Props) {
    useFocusBack()
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
  return Object.assign(OnDemand, { near: { onPointerEnter: () => fetchSoon(load), onFocus: () => fetchSoon(load) } })
}

/** fetchSoon only saves time: what cannot be fetched says so when it is wanted. */
const fetchSoon = (load: () => Promise<unknown>) => void load().catch(() => {})

/** useFocusBack gives the keyboard back to where it was before, if it would be lost with the part. */
function useFocusBack() {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement === document.body) (before as HTMLElement | null)?.focus({ preventScroll: true })
    },
    [before],
  )
}

/** menuOnDemand shows the button at once; the menu behind it is fetched when the button is about to be used. */
export function menuOnDemand<Name extends string, Props extends object>(
  load: Load<Name, Props & { button: ReactElement }>,
  name: Name,
) {
  const Opened = lazy(() => load().then((module) => ({ default: module[name] }))) as unknown as ComponentType<
    Props & { button: ReactElement }
  >
  return function MenuOnDemand({ button, ...props }: Props & { button: ReactElement<{ autoFocus?: boolean }> }) {
    const [wanted, setWanted] = useState(false)
    const waiting = (
      // biome-ignore lint/a11y/noStaticElementInteractions: only listens for what happens to the button inside.
      // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside turns keys into clicks.
      <span style={{ display: 'contents' }} onPointerEnter={() => fetchSoon(load)} onClick={() => setWanted(true)}>
        {button}
      </span>
    )
    if (!wanted) return waiting
    return (
      <Suspense fallback={waiting}>
        <Opened {...(props as unknown as Props)} button={cloneElement(button, { autoFocus: true })} />
      </Suspense>
    )
  }
}

/** useOpening opens a menu on demand once its button stands and has the keyboard, to which it then goes back. */
export function useOpening() {
  const [opened, onChange] = useState(false)
  useEffect(() => onChange(true), [])
  return { opened, onChange }
}
