// When the editor cannot hold a document, the page still shows its text instead of falling with it.

import { Alert, Text } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import type { Block } from '../api/open.ts'
import { BlockView, numbersOf } from './BlockView.tsx'
import classes from './blocks.module.css'
import { flatten } from './text.ts'

type Props = { blocks: Block[]; children: ReactNode }

export class EditorGuard extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    const flats = flatten(this.props.blocks)
    const numbers = numbersOf(flats)
    return (
      <>
        <Alert color="yellow" title="The editor cannot hold this text" mb="md">
          <Text fz="sm">
            It is shown below as it reads, and title and settings can still be changed. Download it as Markdown from the
            menu to edit it elsewhere.
          </Text>
        </Alert>
        <div className={classes.flow}>
          {flats.map(({ block, depth }) => (
            <div key={block.id} className={classes.block} style={{ marginLeft: depth * 22 }}>
              <BlockView block={block} number={numbers.get(block) ?? 1} />
            </div>
          ))}
        </div>
      </>
    )
  }
}
