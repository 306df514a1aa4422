// Sources of the document's blocks in the editor's margin. Follows the cursor: the current block comes first, and new sources
// are added to it.

import { Button, Group, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import type { DocumentOut, EvidenceBlockOut } from 'galley-client/schema.ts'
import { useState } from 'react'
import { useSavedTexts } from '../blocks/useSavedTexts.ts'
import { Ago } from '../ui/Ago.tsx'
import { lazily } from '../ui/lazily.tsx'
import { type EditedBlock, editedBlock, showBlock, useBlockAtCursor, useBlockOfAddress } from './in-editor.ts'
import { useCheckDocument, useSources } from './queries.ts'
import { SourceLine } from './SourceLine.tsx'
import classes from './sources.module.css'

const AttachDialog = lazily(() => import('./AttachDialog.tsx'), 'AttachDialog')

export function SourcesCard({ document }: { document: DocumentOut }) {
  const { data } = useSources(document.id, document.version)
  const [adding, setAdding] = useState<EditedBlock>()
  const current = useBlockAtCursor()
  useBlockOfAddress(useLocation({ select: ({ hash }) => /^block=(.+)$/.exec(hash)?.[1] }))
  const texts = useSavedTexts(document)
  const listed = data?.blocks.filter(({ sources }) => sources.length > 0) ?? []
  const isSaved = current !== undefined && texts.has(current)
  return (
    <Paper p="md" component="section" aria-label="Sources">
      <Marks blocks={listed} />
      <Group justify="space-between" mb="xs">
        <Title order={2} fz="md">
          Sources
        </Title>
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={!isSaved}
          onClick={() => current && setAdding(editedBlock(current))}
        >
          Add
        </Button>
      </Group>
      {!isSaved && (
        <Text fz="xs" c="dimmed">
          {current ? 'Publish first, then add sources.' : 'Click a paragraph to add a source to it.'}
        </Text>
      )}
      {listed.length > 0 && (
        <Stack gap="md" mah={420} className={classes.list} tabIndex={0} role="group" aria-label="List of sources">
          {inOrder(listed, [...texts.keys()], current).map(({ block_id, sources }) => (
            <Stack key={block_id} gap={6} data-current={block_id === current || undefined}>
              <UnstyledButton fz="xs" className={classes.passage} onClick={() => showBlock(block_id)}>
                {texts.get(block_id) || 'A block without text'}
              </UnstyledButton>
              {sources.map((source) => (
                <SourceLine key={source.key} documentId={document.id} source={source} />
              ))}
            </Stack>
          ))}
        </Stack>
      )}
      {data && document.published && <Checked documentId={document.id} blocks={data.blocks} />}
      {adding && <AttachDialog documentId={document.id} block={adding} onClose={() => setAdding(undefined)} />}
    </Paper>
  )
}

/** Since when blocks haven't been checked; for a page without sources, whether it ever was. */
function Checked({ documentId, blocks }: { documentId: number; blocks: EvidenceBlockOut[] }) {
  const check = useCheckDocument(documentId)
  const [oldest] = blocks.flatMap(({ checked_at }) => checked_at ?? []).toSorted()
  return (
    <Group justify="space-between" mt="sm" gap={4}>
      <Text fz="xs" c="dimmed">
        {oldest ? (
          <>
            Checked <Ago at={oldest} />
          </>
        ) : (
          'Not checked yet'
        )}
      </Text>
      <Button size="compact-xs" variant="subtle" loading={check.isPending} onClick={() => check.mutate()}>
        Mark all as checked
      </Button>
    </Group>
  )
}

/** In text order, starting with the block with the cursor. */
function inOrder(blocks: EvidenceBlockOut[], ids: string[], current: string | undefined): EvidenceBlockOut[] {
  const place = (id: string) => (id === current ? -1 : ids.indexOf(id))
  return blocks.toSorted((one, other) => place(one.block_id) - place(other.block_id))
}

/** Numbers blocks in the margin, by CSS rules because the editor draws its own elements. */
function Marks({ blocks }: { blocks: EvidenceBlockOut[] }) {
  const rules = blocks.map(({ block_id, sources }) => {
    const block = `.galley-editor .bn-block[data-id="${CSS.escape(block_id)}"]`
    const colour = sources.some(({ stale }) => stale)
      ? 'var(--mantine-color-orange-6)'
      : 'var(--mantine-primary-color-filled)'
    return `${block}{position:relative}${block}::after{content:"${sources.length}";--mark:${colour}}`
  })
  return <style>{rules.join('\n')}</style>
}
