// Pictures that someone drops, pastes or chooses: sent to the service, and shown in the text once it has them.

import { call } from '../api/client.ts'
import { failed, notify } from '../ui/notify.ts'
import type { Editor } from './keys.ts'

type Place = Parameters<Editor['insertBlocks']>[1]

const isPicture = ({ type }: File): boolean => type.startsWith('image/')

/** uploadPicture returns the picture's address; what goes wrong is said here, and told to the editor by throwing. */
export async function uploadPicture(file: File): Promise<string> {
  if (!isPicture(file)) {
    notify('Galley keeps pictures, no other files. Give the address of the file instead.')
    throw new Error('not a picture')
  }
  try {
    return (await call('POST /api/pictures', { body: file })).url
  } catch (error) {
    failed(`${file.name} could not be added`)(error)
    throw error
  }
}

/** insertPictures puts a block for each picture behind the place at once, and fills it when the picture has arrived. */
export async function insertPictures(editor: Editor, files: File[], place: Place): Promise<void> {
  const pictures = files.filter(isPicture)
  if (pictures.length < files.length)
    notify('Galley keeps pictures, no other files. Type /file and give the address of the file.')
  const made = pictures.map(({ name }) => ({ type: 'image' as const, props: { name } }))
  const inserted = editor.insertBlocks(made, place, 'after')
  await Promise.all(
    inserted.map(({ id }, index) =>
      editor.uploadFile!(pictures[index]!, id).then(
        (url) => editor.getBlock(id) && editor.updateBlock(id, { props: { url: String(url) } }),
        () => editor.getBlock(id) && editor.removeBlocks([id]),
      ),
    ),
  )
}
