// The home page of an empty site: three ways to start, and a sample site.

import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { IconFilePlus, IconFolders, IconProgressBolt } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { counted } from '../counted.ts'
import { failed, notify, underWay, undoable } from '../ui/notify.ts'
import classes from './home.module.css'

const STEPS = [
  {
    to: '/categories',
    icon: IconFolders,
    title: 'Create a category',
    text: 'Categories structure the site, and can restrict who reads a whole section.',
  },
  {
    to: '/documents',
    icon: IconFilePlus,
    title: 'Write a document',
    text: 'Write it here or import Markdown. Only editors see it until you publish it.',
  },
  {
    to: '/pipeline',
    icon: IconProgressBolt,
    title: 'Generate a draft',
    text: 'Give an empty document notes and source material, answer the questions, approve the draft.',
  },
] as const

export function FirstSteps() {
  return (
    <Paper p="lg">
      <Title order={2} mb="md">
        First steps
      </Title>
      <div className={classes.steps}>
        {STEPS.map(({ to, icon: Picture, title, text }) => (
          <Link key={to} to={to} className={classes.step}>
            <Picture size={22} stroke={1.6} aria-hidden />
            <Text fw={600} mt={6}>
              {title}
            </Text>
            <Text fz="sm" c="dimmed">
              {text}
            </Text>
          </Link>
        ))}
      </div>
      <SampleSite />
    </Paper>
  )
}

function SampleSite() {
  const add = useSampleSite()
  const [isAdding, setIsAdding] = useState(false)
  const onClick = () => {
    setIsAdding(true)
    void add().finally(() => setIsAdding(false))
  }
  return (
    <Group mt="lg" gap="md">
      <Button variant="default" loading={isAdding} onClick={onClick}>
        Add a sample site
      </Button>
      <Text fz="sm" c="dimmed">
        Galley's own documentation, in one category that you can delete later.
      </Text>
    </Group>
  )
}

/** Uses messages for progress, because the component unmounts once there are documents. */
function useSampleSite(): () => Promise<void> {
  const queries = useQueryClient()
  const remove = async (category_id: number) => {
    await call('DELETE /api/admin/categories/{category_id}', { path: { category_id }, query: { content: 'trash' } })
    await queries.invalidateQueries()
    notify('Removed the sample site.')
  }
  return async () => {
    const progress = underWay('Adding the sample site. This takes a few seconds.')
    try {
      const { category_id, documents } = await call('POST /api/admin/sample-site', {})
      await queries.invalidateQueries()
      undoable(`Added the sample site: ${counted(documents, 'document')}.`, 'sample site', () => {
        remove(category_id).catch(failed("The sample site couldn't be removed"))
      })
    } catch (error) {
      failed("The sample site couldn't be added")(error)
    } finally {
      progress.end()
    }
  }
}
