// Shows the content read-only if the editor fails.

import { Alert, Button, Text } from '@mantine/core'
import type { Block } from 'galley-blocks/model.ts'
import { Component, type ReactNode } from 'react'
import { isOutdated } from '../api/errors.ts'
import { lazily } from '../ui/lazily.tsx'

const TextView = lazily(() => import('./TextView.tsx'), 'TextView')

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
          <Alert color="yellow" title="The editor couldn't be loaded" mb="md">
            <Text fz="sm">The service may have been updated, or it can't be reached. Your changes are kept.</Text>
            <Button mt="sm" size="compact-sm" variant="default" onClick={() => location.reload()}>
              Reload page
            </Button>
          </Alert>
        ) : (
          <Alert color="yellow" title="The editor can't open this document" mb="md">
            <Text fz="sm">
              Its content is shown below. You can still change its title and settings, or download it as Markdown to
              edit it elsewhere.
            </Text>
          </Alert>
        )}
        <TextView blocks={this.props.blocks} />
      </>
    )
  }
}
