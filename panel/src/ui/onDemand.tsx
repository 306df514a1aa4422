// Parts of a page that most visits never open (dialogs, menus): their code comes when they are first wanted. One that cannot
// be fetched says so and takes nothing with it; the next try fetches it again.

import { Button, Text } from '@mantine/core'
import {
  Component,
  type ComponentType,
  cloneElement,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react'
import { failed } from './notify.ts'

type Load<Name extends string, Props> = () => Promise<{ [key in Name]: ComponentType<Props> }>

class NotLoaded extends Error {
  override message = 'Check the connection and try again. After an update of the service, reload the page.'
}

/** partOf holds a part to draw. One that failed is replaced, since React keeps a failure for good. */
function partOf<Name extends string, Props extends object>(load: Load<Name, Props>, name: Name) {
  const begin = () =>
    lazy(() =>
      load().then(
        (module) => ({ default: module[name] }),
        (cause) => Promise.reject(new NotLoaded(undefined, { cause })),
      ),
    ) as unknown as ComponentType<Props>
  const part = {
    Part: begin(),
    reset: () => {
      part.Part = begin()
    },
  }
  return part
}

type GuardProps = { onFailed: (error: NotLoaded) => void; instead?: ReactNode; children: ReactNode }

/** Guard catches nothing but what could not be fetched. */
class Guard extends Component<GuardProps, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof NotLoaded) this.props.onFailed(error)
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (error instanceof NotLoaded) return this.props.instead
    throw error
  }
}

const say = failed('This could not be loaded')

/**
 * onDemand draws a part as soon as its code is there; its `near` goes on the button that opens it. When the code cannot be
 * fetched, a part with `onClose` is closed with a message, and any other leaves a button in its place.
 */
export function onDemand<Name extends string, Props extends object>(
  load: Load<Name, Props>,
  name: Name,
  waiting?: ReactNode,
) {
  const held = partOf(load, name)
  function OnDemand(props: Props) {
    useFocusBack()
    const [tries, setTries] = useState(0)
    const { onClose } = props as { onClose?: () => void }
    const onFailed = (error: NotLoaded) => {
      held.reset()
      if (!onClose) return
      say(error)
      onClose()
    }
    return (
      <Guard
        key={tries}
        onFailed={onFailed}
        instead={!onClose && <TryAgain onClick={() => setTries((before) => before + 1)} />}
      >
        <Suspense fallback={waiting}>
          <held.Part {...props} />
        </Suspense>
      </Guard>
    )
  }
  return Object.assign(OnDemand, { near: { onPointerEnter: () => fetchSoon(load), onFocus: () => fetchSoon(load) } })
}

const TryAgain = ({ onClick }: { onClick: () => void }) => (
  <Text fz="sm" c="dimmed" role="alert">
    This could not be loaded.{' '}
    <Button size="compact-sm" variant="default" onClick={onClick}>
      Try again
    </Button>
  </Text>
)

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
  const held = partOf(load, name)
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
    const onFailed = (error: NotLoaded) => {
      held.reset()
      say(error)
      setWanted(false)
    }
    return (
      <Guard onFailed={onFailed} instead={waiting}>
        <Suspense fallback={waiting}>
          <held.Part {...(props as unknown as Props)} button={cloneElement(button, { autoFocus: true })} />
        </Suspense>
      </Guard>
    )
  }
}

/** useOpening opens a menu on demand once its button is there and has the focus, which then goes back to it. */
export function useOpening() {
  const [opened, onChange] = useState(false)
  useEffect(() => onChange(true), [])
  return { opened, onChange }
}
