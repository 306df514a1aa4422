// A short list of documents with a detail beside each (updated, views).

import { Box, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { DocumentListOut } from 'galley-client/schema.ts'
import type { ReactNode } from 'react'
import classes from './home.module.css'

type CardProps<T extends DocumentListOut> = {
  title: string
  documents: T[] | undefined
  editor: boolean
  aside: (document: T) => ReactNode
}

export function DocumentCard<T extends DocumentListOut>({ title, documents, editor, aside }: CardProps<T>) {
  return (
    <Paper h="100%" p="lg">
      <Title order={2} mb="sm">
        {title}
      </Title>
      {!documents && <Skeleton h={140} />}
      {documents?.length === 0 && (
        <Text fz="sm" c="dimmed">
          Nothing yet.
        </Text>
      )}
      <Stack gap={2} component="ul" className={classes.list}>
        {documents?.map((document) => (
          <li key={document.id}>
            <Group justify="space-between" wrap="nowrap" gap="md" className={classes.row}>
              <Box style={{ minWidth: 0 }}>
                {editor ? (
                  <Link to="/documents/$id" params={{ id: String(document.id) }} className={classes.link}>
                    {document.title}
                  </Link>
                ) : (
                  <a href={`/read/${encodeURIComponent(document.slug)}`} className={classes.link}>
                    {document.title}
                  </a>
                )}
              </Box>
              {aside(document)}
            </Group>
          </li>
        ))}
      </Stack>
    </Paper>
  )
}
