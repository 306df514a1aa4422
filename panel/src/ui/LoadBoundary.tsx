// An error boundary for code that can't be loaded; other errors pass through.

import { Component, type ReactNode } from 'react'

export class NotLoaded extends Error {
  override message = 'Check your connection and try again. If the service was updated, reload the page.'
}

type BoundaryProps = { onFailed: (error: NotLoaded) => void; instead: ReactNode; children: ReactNode }

export class LoadBoundary extends Component<BoundaryProps, { error?: unknown }> {
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
