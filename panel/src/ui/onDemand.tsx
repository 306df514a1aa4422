// Parts of a page that most visits never open (dialogs, menus): their code comes when they are first wanted.

import { type ComponentType, lazy, type ReactElement, Suspense, useState } from 'react'

type Load<Name extends string, Props> = () => Promise<{ [key in Name]: ComponentType<Props> }>

export function onDemand<Name extends string, Props extends object>(load: Load<Name, Props>, name: Name) {
  const Part = lazy(() => load().then((module) => ({ default: module[name] }))) as unknown as ComponentType<Props>
  return function OnDemand(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}

/** menuOnDemand shows the button at once; the menu behind it is fetched when the button is about to be used. */
export function menuOnDemand<Name extends string, Props extends object>(
  load: Load<Name, Props & { button: ReactElement }>,
  name: Name,
) {
  const Opened = lazy(() => load().then((module) => ({ default: module[name] }))) as unknown as ComponentType<
    Props & { button: ReactElement }
  >
  return function MenuOnDemand({ button, ...props }: Props & { button: ReactElement }) {
    const [wanted, setWanted] = useState(false)
    const waiting = (
      // biome-ignore lint/a11y/noStaticElementInteractions: only listens for what happens to the button inside.
      // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside turns keys into clicks.
      <span style={{ display: 'contents' }} onPointerEnter={() => void load()} onClick={() => setWanted(true)}>
        {button}
      </span>
    )
    if (!wanted) return waiting
    return (
      <Suspense fallback={waiting}>
        <Opened {...(props as unknown as Props)} button={button} />
      </Suspense>
    )
  }
}
