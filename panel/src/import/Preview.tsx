// An import's preview with options. The service reads the import again for each change of options, so that the numbers are
// exact.

import { Alert, Button, Checkbox, Group, NativeSelect, Paper, Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ImportOut } from 'galley-client/schema.ts'
import { CategorySelect } from '../categories/CategorySelect.tsx'
import { counted } from '../counted.ts'
import { type ImportChoice, useDiscard, useRead, useStart } from './importQueries.ts'
import { alsoImported, pagesIn, TOOLS } from './words.ts'

export function Preview({ row }: { row: ImportOut }) {
  const navigate = useNavigate()
  const read = useRead(row.id)
  const start = useStart(row.id)
  const discard = useDiscard(row.id, () => void navigate({ to: '/documents/import' }))
  const { report } = row
  // Options show at once; numbers follow.
  const { folder, preset, category_id, as_drafts, redirects } = read.isPending ? read.variables : row
  const isReading = read.isPending || row.state === 'reading'
  const choose = (choice: Partial<ImportChoice>) =>
    read.mutate({ folder, preset, category_id, as_drafts, redirects, ...choice })
  if (!report) return null
  const pages = report.created + report.updated
  const more = alsoImported(report)
  return (
    <Paper p="lg">
      <Stack>
        {row.state === 'failed' && (
          <Alert color="red" variant="light" role="alert" title="It can't be imported like this">
            {row.error}
          </Alert>
        )}
        <div>
          <Text fw={600}>
            {pagesIn(report)}
            {more && `, with ${more}`}
          </Text>
          <Text fz="sm" c="dimmed" role="status">
            {isReading
              ? 'Reading it again…'
              : `Read as ${TOOLS[report.preset]}: ${report.because}. Nothing is written yet.`}
          </Text>
        </div>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <CategorySelect
            label="Import into"
            placeholder="Top level"
            value={category_id}
            onChange={(id) => choose({ category_id: id })}
          />
          <NativeSelect
            label="Folder"
            data={[{ value: '', label: 'All of it' }, ...report.folders]}
            value={folder}
            onChange={(event) => choose({ folder: event.currentTarget.value })}
          />
          <NativeSelect
            label="Written for"
            data={[
              { value: 'auto', label: `Detect (${TOOLS[report.preset]})` },
              ...Object.entries(TOOLS).map(([value, label]) => ({ value, label })),
            ]}
            value={preset}
            onChange={(event) => choose({ preset: event.currentTarget.value })}
          />
        </SimpleGrid>
        <Radio.Group
          label="Who sees it"
          value={as_drafts ? 'drafts' : 'published'}
          onChange={(value) => choose({ as_drafts: value === 'drafts' })}
        >
          <Stack gap="xs" mt={6}>
            <Radio
              value="drafts"
              label="Import as drafts"
              description="Only editors see new pages. Published pages stay as they are until you publish their new draft."
            />
            <Radio
              value="published"
              label="Publish at once"
              description="Readers see every page that its file doesn't keep back."
            />
          </Stack>
        </Radio.Group>
        <Checkbox
          label="Keep old addresses"
          description={
            redirects && !isReading
              ? `${counted(report.redirects ?? 0, 'address', 'addresses')} of the old site will lead to these pages.`
              : 'Addresses of the old site lead to the pages here.'
          }
          checked={redirects}
          onChange={(event) => choose({ redirects: event.currentTarget.checked })}
        />
        <Group gap="xs">
          <Button
            disabled={pages === 0 || row.state === 'failed'}
            loading={isReading || start.isPending}
            onClick={() => start.mutate()}
          >
            {pages === 0
              ? 'Nothing to import'
              : `Import ${pages.toLocaleString('en')} ${pages === 1 ? 'page' : 'pages'}`}
          </Button>
          <Button variant="default" loading={discard.isPending} onClick={() => discard.mutate()}>
            Discard
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
