// The frame of a review: what people gave, the text and what is open, in three columns, in two, or as tabs on a phone.

import { Badge, Group, Paper, Tabs, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { notify } from '../ui/notify.ts'
import { LeadContext } from './leads.ts'
import classes from './review.module.css'

export type Pane = {
  name: string
  label: string
  icon: Icon
  /** holds are the kinds of things that are shown in it (leads.ts). */
  holds: string[]
  /** count is how much of it waits for someone. */
  count?: number
  mark?: ReactNode
  body: ReactNode
}

/** Three columns need 1,440 pixels beside the navigation; below 992 there is room for one. */
const THREE = '(min-width: 90em)'
const TWO = '(min-width: 62em)'

type Props = { before: Pane; main: Pane[]; after: Pane; children?: ReactNode }

export function ReviewPanes({ before, main, after, children }: Props) {
  const isThree = useMediaQuery(THREE, false, { getInitialValueInEffect: false })
  const isTwo = useMediaQuery(TWO, false, { getInitialValueInEffect: false })
  const panes = [...main, after, before]
  const columns = isThree ? [[before], main, [after]] : isTwo ? [main, [after, before]] : [panes]
  const root = useRef<HTMLDivElement>(null)
  // The latest first: each column shows the one of its panes that was chosen last.
  const [chosen, setChosen] = useState<string[]>([])
  const choose = (name: string) => setChosen((now) => [name, ...now.filter((other) => other !== name)])
  const [target, setTarget] = useState<{ name: string }>()
  const lead = (name: string) => {
    const kind = name.split(':', 1)[0]!
    const pane = panes.find((one) => one.name === name) ?? panes.find(({ holds }) => holds.includes(kind))
    if (pane) choose(pane.name)
    if (pane?.name !== name) setTarget({ name })
  }
  useEffect(() => {
    if (target) goTo(root.current?.querySelector<HTMLElement>(`[data-at="${CSS.escape(target.name)}"]`))
  }, [target])
  return (
    <LeadContext value={lead}>
      <div ref={root} className={classes.columns} data-columns={columns.length}>
        {columns.map((some, index) => (
          <Column
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are told apart by where they stand.
            key={index}
            panes={some}
            shown={chosen.find((name) => some.some((pane) => pane.name === name)) ?? some[0]?.name}
            isBeside={some !== main && columns.length > 1}
            onChoose={choose}
          />
        ))}
      </div>
      {children}
    </LeadContext>
  )
}

function goTo(element: HTMLElement | null | undefined): void {
  if (!element) {
    notify('It is no longer there.')
    return
  }
  element.scrollIntoView({ block: 'center' })
  element.focus({ preventScroll: true })
  element.animate([{ backgroundColor: 'var(--mark)' }, { backgroundColor: 'transparent' }], 1600)
}

type ColumnProps = { panes: Pane[]; shown: string | undefined; isBeside: boolean; onChoose: (name: string) => void }

function Column({ panes, shown, isBeside, onChoose }: ColumnProps) {
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
