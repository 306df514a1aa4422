// Uploads of dropped, pasted or chosen files, shown in the text once the service has them.

import { fileSize } from 'galley-blocks/file-size.ts'
import { uploadFile } from '../api/uploading.ts'
import { failed } from '../ui/notify.ts'
import type { Editor } from './keys.ts'
import { watchUpload } from './progress.ts'

type Anchor = Parameters<Editor['insertBlocks']>[1]

const isPicture = ({ type }: File): boolean => type.startsWith('image/')

// Default names from cameras, screenshots and clipboards describe nothing.
const SAYS_NOTHING =
  /(?<!\p{L})(image|img|dsc|photo|picture|screen|shot|screenshot|clipboard|untitled|unnamed|copy|from|at|am|pm)(?!\p{L})/giu

/** The initial alt text; if it is empty, the editor asks for one. */
const descriptionOf = ({ name }: File): string =>
  /\p{L}/u.test(name.replace(/\.\w+$/, '').replaceAll(SAYS_NOTHING, '')) ? name : ''

type UploadedFile = { props: { url: string; name: string; caption?: string } }

/** Returns the props of the file's block. Errors are shown to the person, and thrown for the editor. */
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

/** Inserts a block per file after the anchor at once, and fills it when the upload finishes. */
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
