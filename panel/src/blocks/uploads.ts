// Pictures and files that someone drops, pastes or chooses: sent to the service, and shown in the text once it has them.

import { fileSize } from 'galley-blocks/file-size.ts'
import { uploadFile } from '../api/uploading.ts'
import { failed } from '../ui/notify.ts'
import type { Editor } from './keys.ts'
import { watchUpload } from './progress.ts'

type Anchor = Parameters<Editor['insertBlocks']>[1]

const isPicture = ({ type }: File): boolean => type.startsWith('image/')

// What cameras, screens and clipboards call a picture says nothing about it.
const SAYS_NOTHING =
  /(?<!\p{L})(image|img|dsc|photo|picture|screen|shot|screenshot|clipboard|untitled|unnamed|copy|from|at|am|pm)(?!\p{L})/giu

/** descriptionOf: on the site a picture's name is read to those who can't see it. Empty, the editor asks for one. */
const descriptionOf = ({ name }: File): string =>
  /\p{L}/u.test(name.replace(/\.\w+$/, '').replaceAll(SAYS_NOTHING, '')) ? name : ''

type UploadedFile = { props: { url: string; name: string; caption?: string } }

/** upload returns the props for the file's block; an error is reported to the person here, and to the editor by throwing. */
export async function upload(file: File): Promise<UploadedFile> {
  const progress = watchUpload()
  try {
    if (isPicture(file)) {
      const { url } = await uploadFile(progress.sent, 'POST /api/pictures', { body: file })
      return { props: { url, name: descriptionOf(file) } }
    }
    const { url, name, size } = await uploadFile(progress.sent, 'POST /api/files', {
      query: { name: file.name },
      body: file,
    })
    return { props: { url, name, caption: fileSize(size) } }
  } catch (error) {
    failed(`Couldn't add ${file.name}`)(error)
    throw error
  } finally {
    progress.end()
  }
}

/** insertFiles puts a block for each file after the anchor at once, and fills it when the file has arrived. */
export async function insertFiles(editor: Editor, files: File[], anchor: Anchor): Promise<void> {
  const placeholders = files.map((file) => ({ type: isPicture(file) ? ('image' as const) : ('file' as const) }))
  const inserted = editor.insertBlocks(placeholders, anchor, 'after')
  await Promise.all(
    inserted.map(({ id }, index) =>
      editor.uploadFile!(files[index]!, id).then(
        (arrived) => editor.getBlock(id) && editor.updateBlock(id, arrived as UploadedFile),
        () => editor.getBlock(id) && editor.removeBlocks([id]),
      ),
    ),
  )
}
