// Drop zone and file pickers for an import. Uploads at once, then opens the preview.

import { Button, FileButton, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { IconFolderUp } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LARGEST_UPLOAD, uploadImport } from 'galley-client/upload.ts'
import { zipOf } from 'galley-client/zip.ts'
import { type DragEvent, useState } from 'react'
import { call } from '../api/client.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { type ChosenFiles, chosenIn, droppedIn } from './dropped.ts'
import classes from './import.module.css'

type UploadStep = { what: 'Reading' | 'Uploading'; share: number }

/** Returns the import's id. */
async function upload(
  chosen: ChosenFiles,
  choice: { category_id: number | null },
  onStep: (step: UploadStep) => void,
): Promise<number> {
  const zip = 'zip' in chosen ? chosen.zip : await zipOf(chosen.files, (share) => onStep({ what: 'Reading', share }))
  if (zip.size > LARGEST_UPLOAD) throw new Error('It is larger than 500 MB. Import its folders one by one.')
  return uploadImport({ call }, { name: chosen.name, zip, choice }, (share) => onStep({ what: 'Uploading', share }))
}

const ACCEPTED = '.zip,.md,.markdown,.mdx,.docx,.html,.htm,text/markdown'

export function DropZone() {
  const navigate = useNavigate()
  const [isOver, setOver] = useState(false)
  const [step, setStep] = useState<UploadStep>()
  const send = useMutation({
    mutationFn: async (choose: () => Promise<ChosenFiles | undefined>) => {
      const chosen = await choose()
      if (!chosen) throw new Error('There are no files in it.')
      return upload(chosen, { category_id: null }, setStep)
    },
    onSuccess: (id) => void navigate({ to: '/documents/import/$id', params: { id: String(id) } }),
    onSettled: () => setStep(undefined),
  })
  const choose = (files: File[]) => files.length > 0 && send.mutate(async () => chosenIn(files))
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    // Browsers clear dropped data when this handler returns, so start reading now.
    const dropped = droppedIn(event.dataTransfer)
    if (!send.isPending) send.mutate(() => dropped)
  }
  return (
    <>
      <ErrorNote error={send.error} title="It wasn't uploaded" />
      <Paper
        className={classes.zone}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {send.isPending ? (
          <Stack gap="xs" w="100%" maw={420}>
            <Text fz="sm" ta="center" role="status" className="tabular">
              {step ? `${step.what}: ${Math.floor(step.share * 100)} %` : 'Reading…'}
            </Text>
            <Progress value={(step?.share ?? 0) * 100} aria-label="Upload" />
          </Stack>
        ) : (
          <Stack align="center" gap="xs">
            <IconFolderUp size={32} stroke={1.4} aria-hidden />
            <Text fw={600}>Drop a folder, a zip file or files here</Text>
            <Text fz="sm" c="dimmed" ta="center">
              Markdown, Word and saved pages, with their images. Up to 500 MB.
            </Text>
            <Group gap="xs" mt="xs" justify="center">
              <FileButton
                multiple
                onChange={choose}
                inputProps={{ 'aria-label': 'Folder', webkitdirectory: '' } as never}
              >
                {(props) => <Button {...props}>Choose a folder</Button>}
              </FileButton>
              <FileButton multiple accept={ACCEPTED} onChange={choose} inputProps={{ 'aria-label': 'Files' }}>
                {(props) => (
                  <Button {...props} variant="default">
                    Choose files
                  </Button>
                )}
              </FileButton>
            </Group>
          </Stack>
        )}
      </Paper>
    </>
  )
}
