// When the editor cannot hold a document, the page still shows its text instead of falling with it.

import { Alert, Button, Text } from '@mantine/core'
import type { Block } from 'galley-blocks/model.ts'
import { Component, type ReactNode } from 'react'
import { isOutdated } from '../api/errors.ts'
import { TextView } from './TextView.tsx'

type Props = { blocks: Block[]; children: ReactNode }

export class EditorGuard extends Component<Props, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <>
        {isOutdated(error) ? (
          <Alert color="yellow" title="The editor could not be fetched" mb="md">
            <Text fz="sm">The service may have been updated, or cannot be reached. Nothing typed is lost.</Text>
            <Button mt="sm" size="compact-sm" variant="default" onClick={() => location.reload()}>
              Reload the page
            </Button>
          </Alert>
        ) : (
          <Alert color="yellow" title="The editor cannot hold this text" mb="md">
            <Text fz="sm">
              It is shown below as it reads, and title and settings can still be changed. Download it as Markdown from
              the menu to edit it elsewhere.
            </Text>
          </Alert>
        )}
        <TextView blocks={this.props.blocks} />
      </>
    )
  }
}
