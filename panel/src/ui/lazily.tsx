// React.lazy for parts that most visits never open: dialogs, menus, the editor, fields with a list to choose from. Each has a
// Suspense boundary of its own, so that waiting for it hides nothing else, and an error boundary, so that one whose code can't be
// fetched says so and takes nothing with it. Imported directly, the menus and the select of the document list would make its first
// load 243 kB instead of 192 (measured on its build, gzip).

import { Button, Text } from '@mantine/core'
import {
  type ComponentType,
  cloneElement,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useEffect,
  useState,
} from 'react'
import { LoadBoundary, NotLoaded } from './LoadBoundary.tsx'
import { failed } from './notify.ts'

type LoadComponent<Name extends string, Props> = () => Promise<{ [key in Name]: ComponentType<Props> }>

const report = failed("This couldn't be loaded")

type PartProps<Props> = {
  props: Props
  fallback: ReactNode
  instead: ReactNode
  onFailed: (error: NotLoaded) => void
}

function partOf<Name extends string, Props extends object>(load: LoadComponent<Name, Props>, name: Name) {
  const begin = () =>
    lazy(() =>
      load().then(
        (module) => ({ default: module[name] }),
        (cause) => Promise.reject(new NotLoaded(undefined, { cause })),
      ),
    ) as unknown as ComponentType<Props>
  let Part = begin()
  return function LazyPart({ props, fallback, instead, onFailed }: PartProps<Props>) {
    const fail = (error: NotLoaded) => {
      // React keeps a failure for good: the next attempt needs a new component.
      Part = begin()
      onFailed(error)
    }
    return (
      <LoadBoundary onFailed={fail} instead={instead}>
        <Suspense fallback={fallback}>
          <Part {...props} />
        </Suspense>
      </LoadBoundary>
    )
  }
}

/**
 * lazily is a component whose code is fetched when it is first drawn; `fallback` stands there meanwhile. If the code can't be
 * fetched, a part with `onClose` is closed with a message, and any other leaves a button to try again.
 */
export function lazily<Name extends string, Props extends object>(
  load: LoadComponent<Name, Props>,
  name: Name,
  fallback: (props: Props) => ReactNode = () => null,
) {
  const LazyPart = partOf(load, name)
  return function Lazy(props: Props) {
    useFocusBack()
    const [attempt, setAttempt] = useState(0)
    const { onClose } = props as { onClose?: () => void }
    const onFailed = (error: NotLoaded) => {
      if (!onClose) return
      report(error)
      onClose()
    }
    const instead = onClose ? null : <TryAgain onClick={() => setAttempt(attempt + 1)} />
    return <LazyPart key={attempt} {...{ props, instead, onFailed }} fallback={fallback(props)} />
  }
}

const TryAgain = ({ onClick }: { onClick: () => void }) => (
  <Text fz="sm" c="dimmed" role="alert">
    This couldn't be loaded.{' '}
    <Button size="compact-sm" variant="default" onClick={onClick}>
      Try again
    </Button>
  </Text>
)

/** useFocusBack returns the focus to where it was before, if it would be lost with the part. */
function useFocusBack() {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement === document.body) (before as HTMLElement | null)?.focus({ preventScroll: true })
    },
    [before],
  )
}

type MenuButton = ReactElement<{ autoFocus?: boolean; onClick?: () => void }>

/** lazyMenu shows the button at once and fetches the menu behind it when the button is pressed. */
export function lazyMenu<Name extends string, Props extends object>(
  load: LoadComponent<Name, Props & { button: ReactElement }>,
  name: Name,
) {
  const LazyPart = partOf(load, name)
  return function LazyMenu({ button, ...rest }: Props & { button: MenuButton }) {
    const [isWanted, want] = useState(false)
    const closed = cloneElement(button, { onClick: () => want(true) })
    if (!isWanted) return closed
    const onFailed = (error: NotLoaded) => {
      report(error)
      want(false)
    }
    const props = { ...(rest as unknown as Props), button: cloneElement(button, { autoFocus: true }) }
    return <LazyPart {...{ props, onFailed }} fallback={closed} instead={closed} />
  }
}
