// A column of a review: a pane, or several as tabs.

import { Badge, Group, Paper, Tabs, Title } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './review.module.css'

export type Pane = {
  name: string
  label: string
  icon: Icon
  /** The kinds of things shown in it (leads.ts). */
  holds: string[]
  /** The number of open things in it. */
  count?: number
  mark?: ReactNode
  body: ReactNode
}

type Props = { panes: Pane[]; shown: string | undefined; isBeside: boolean; onChoose: (name: string) => void }

export function ReviewColumn({ panes, shown, isBeside, onChoose }: Props) {
  const [only] = panes
  return (
    <Paper p={{ base: 'md', sm: 'lg' }} className={isBeside ? classes.beside : classes.main}>
      <Tabs value={shown ?? null} onChange={(name) => name && onChoose(name)} keepMounted={false}>
        {panes.length > 1 ? (
          <Tabs.List mb="md" className={classes.tabs}>
            {panes.map((pane) => (
              <Tabs.Tab key={pane.name} value={pane.name} leftSection={<pane.icon size={16} aria-hidden />}>
                {pane.label}
                <Count pane={pane} />
              </Tabs.Tab>
            ))}
          </Tabs.List>
        ) : (
          only && (
            <Group mb="md" gap="xs" className={classes.title}>
              <only.icon size={16} aria-hidden />
              <Title order={2} fz="sm" fw={550}>
                {only.label}
              </Title>
              <Count pane={only} />
            </Group>
          )
        )}
        {panes.map(({ name, body }) =>
          panes.length > 1 ? (
            <Tabs.Panel key={name} value={name}>
              {body}
            </Tabs.Panel>
          ) : (
            <div key={name}>{body}</div>
          ),
        )}
      </Tabs>
    </Paper>
  )
}

const Count = ({ pane: { count = 0, mark } }: { pane: Pane }) => (
  <>
    {count > 0 && (
      <Badge size="sm" color="yellow" ml={6} className="tabular">
        {count}
      </Badge>
    )}
    {mark}
  </>
)
