// The toolbar above a document, with its word count.

import { Button, Group, Text } from '@mantine/core'
import type { Block } from 'galley-blocks/model.ts'
import { useMemo } from 'react'
import { counted } from '../../counted.ts'
import classes from './editor.module.css'
import { wordsIn } from './textFacts.ts'
import type { EditorTools } from './useEditorTools.ts'

type Props = { tools: EditorTools; blocks: Block[]; onMarkdown: () => void; onFind: () => void }

export function ToolRow({ tools, blocks, onMarkdown, onFind }: Props) {
  const words = useMemo(() => wordsIn(blocks), [blocks])
  return (
    <Group gap={4} className={classes.tools} role="group" aria-label="Tools">
      <Tool label="Site" on={tools.hasTree} onClick={() => tools.showTree(!tools.hasTree)} />
      <Tool label="Outline" on={tools.hasOutline} onClick={() => tools.showOutline(!tools.hasOutline)} />
      <Tool label="Markdown" on={tools.isMarkdown} onClick={onMarkdown} />
      {!tools.isMarkdown && <Tool label="Find" onClick={onFind} />}
      <Text fz="xs" c="dimmed" ml="auto" className="tabular">
        {counted(words.toLocaleString('en'), 'word')}
      </Text>
    </Group>
  )
}

type ToolProps = { label: string; on?: boolean; onClick: () => void }

const Tool = ({ label, on, onClick }: ToolProps) => (
  <Button
    size="compact-sm"
    variant={on ? 'light' : 'subtle'}
    {...(!on && { color: 'gray' })}
    aria-pressed={on}
    onClick={onClick}
  >
    {label}
  </Button>
)
