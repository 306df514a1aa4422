// Pictures that someone drops, pastes or chooses: sent to the service, and shown in the text once it has them.

import { call } from '../api/client.ts'
import { failed, notify } from '../ui/notify.ts'
import type { Editor } from './keys.ts'

type Anchor = Parameters<Editor['insertBlocks']>[1]

const isPicture = ({ type }: File): boolean => type.startsWith('image/')

// What cameras, screens and clipboards call a picture says nothing about it.
const SAYS_NOTHING =
  /(?<!\p{L})(image|img|dsc|photo|picture|screen|shot|screenshot|clipboard|untitled|unnamed|copy|from|at|am|pm)(?!\p{L})/giu

/** descriptionOf: on the site a picture's name is read to those who can't see it. Empty, the editor asks for one. */
const descriptionOf = ({ name }: File): string =>
  /\p{L}/u.test(name.replace(/\.\w+$/, '').replaceAll(SAYS_NOTHING, '')) ? name : ''

type Arrived = { props: { url: string; name: string } }

/** uploadPicture returns the props for its block; an error is reported to the person here, and to the editor by throwing. */
export async function uploadPicture(file: File): Promise<Arrived> {
  if (!isPicture(file)) {
    notify('Only images can be uploaded. Link to other files instead.')
    throw new Error('not a picture')
  }
  try {
    const { url } = await call('POST /api/pictures', { body: file })
    return { props: { url, name: descriptionOf(file) } }
  } catch (error) {
    failed(`Couldn't add ${file.name}`)(error)
    throw error
  }
}

/** insertPictures puts a block for each picture after the anchor at once, and fills it when the picture has arrived. */
export async function insertPictures(editor: Editor, files: File[], anchor: Anchor): Promise<void> {
  const pictures = files.filter(isPicture)
  if (pictures.length < files.length) notify('Only images can be uploaded. Type /file to link to other files.')
  const made = pictures.map(() => ({ type: 'image' as const }))
  const inserted = editor.insertBlocks(made, anchor, 'after')
  await Promise.all(
    inserted.map(({ id }, index) =>
      editor.uploadFile!(pictures[index]!, id).then(
        (arrived) => editor.getBlock(id) && editor.updateBlock(id, arrived as Arrived),
        () => editor.getBlock(id) && editor.removeBlocks([id]),
      ),
    ),
  )
}
