// React.lazy for parts that most visits don't need: dialogs, menus, the editor, selects. Each has its own Suspense boundary,
// so that loading hides nothing else, and an error boundary. Imported directly, the document list's menus and select would
// make its first load 243 kB instead of 192 (gzip).

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

/** An error boundary for code that can't be loaded; other errors pass through. */
class NotLoaded extends Error {
  override message = 'Check your connection and try again. If the service was updated, reload the page.'
}

type BoundaryProps = { onFailed: (error: NotLoaded) => void; instead: ReactNode; children: ReactNode }

class LoadBoundary extends Component<BoundaryProps, { error?: unknown }> {
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
      // React caches a failure forever, so a retry needs a new component.
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
 * A component whose code is loaded when it is first rendered, with `fallback` meanwhile. If loading fails, a part with
 * `onClose` is closed with a message, others show a retry button.
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

/** Returns the focus to where it was, if it would be lost. */
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

/** Shows the button at once and loads its menu when it is pressed. */
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
