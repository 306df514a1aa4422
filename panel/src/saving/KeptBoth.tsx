// Labels both versions of a block after "keep both", until the writer dismisses the labels.

import { Alert, Button, Group, Text } from '@mantine/core'
import { counted } from '../counted.ts'
import type { KeptMark } from './merge.ts'
import classes from './saving.module.css'

type Props = { marks: KeptMark[]; onDone: () => void }

export function KeptBoth({ marks, onDone }: Props) {
  return (
    <Alert mb="md" color="yellow" title="Both versions are in the text" className={classes.keptBoth}>
      {/* By CSS rules, because the editor redraws its blocks and would drop classes. */}
      <style>{marks.map(styleOf).join('\n')}</style>
      <Group justify="space-between">
        <Text fz="sm">
          {counted(marks.length / 2, 'block stands', 'blocks stand')} there twice, marked “Theirs” and “Yours”. Delete
          or rewrite what you don't need.
        </Text>
        <Button size="compact-sm" variant="default" onClick={onDone}>
          Done
        </Button>
      </Group>
    </Alert>
  )
}

const styleOf = ({ id, whose }: KeptMark): string => {
  const block = `.galley-editor [data-node-type="blockOuter"][data-id="${CSS.escape(id)}"]`
  const color = `var(--mantine-color-${whose === 'mine' ? 'green' : 'red'}-6)`
  return `${block} { box-shadow: -3px 0 0 ${color}; }
${block}::before { content: "${whose === 'mine' ? 'Yours' : 'Theirs'}"; color: ${color}; font-size: 12px; padding-left: 8px; }`
}
