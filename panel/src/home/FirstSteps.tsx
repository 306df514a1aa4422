// What the first page shows while there is nothing yet: three ways to start.

import { Paper, Text, Title } from '@mantine/core'
import { IconFilePlus, IconFolders, IconProgressBolt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
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
    text: 'Write it here or import Markdown. If it is public, it is on the site as soon as you save.',
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
    </Paper>
  )
}
