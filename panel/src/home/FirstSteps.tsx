// What the first page shows while there is nothing yet: three ways to begin.

import { Paper, Text, Title } from '@mantine/core'
import { IconFilePlus, IconFolders, IconProgressBolt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './home.module.css'

const STEPS = [
  {
    to: '/categories',
    icon: IconFolders,
    title: 'Make a category',
    text: 'Categories give the site its structure, and can close a whole branch to the public.',
  },
  {
    to: '/documents',
    icon: IconFilePlus,
    title: 'Write a document',
    text: 'By hand, or by importing Markdown files; what is public can be read on the site at once.',
  },
  {
    to: '/pipeline',
    icon: IconProgressBolt,
    title: 'Have one drafted',
    text: 'An empty document waits in the backlog: give it notes and material, answer the questions, approve the draft.',
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
