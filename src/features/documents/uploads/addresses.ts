// Addresses of uploads: `/pictures/<key>.png` and `/files/<key>/<name>`. Pure.

import type { Block } from 'galley-blocks/model.ts'
import { decodedPart } from 'galley-blocks/urls.ts'
import { addressesIn } from '#blocks/addresses.ts'
import { FILES_PATH } from '#blocks/attachments.ts'
import { PICTURE_ENDINGS } from '#file-kinds.ts'

export const PICTURES_PATH = '/pictures/'
export const UPLOAD_PATHS = [PICTURES_PATH, FILES_PATH] as const

export const KEY_LENGTH = 32
const KEY = `([0-9a-f]{${KEY_LENGTH}})`
const PICTURE = new RegExp(`^${PICTURES_PATH}${KEY}\\.(?:${PICTURE_ENDINGS})$`)
const FILE = new RegExp(`^${FILES_PATH}${KEY}/[^/]+$`)

/** A file has a name, a picture doesn't. */
export type UploadName = { key: string; kind: string; name: string | null }

/** The decoded address, also the file's path in an export. */
export const pathOf = ({ key, kind, name }: UploadName): string =>
  name === null ? `${PICTURES_PATH}${key}.${kind}` : `${FILES_PATH}${key}/${name}`

export const urlOf = (upload: UploadName): string => pathOf(upload).split('/').map(encodeURIComponent).join('/')

/** Takes a decoded path. */
export const keyOf = (path: string): string | undefined => (PICTURE.exec(path) ?? FILE.exec(path))?.[1]

/** A text, such as blocks as JSON, may contain an upload's address. */
export const mayName = (text: string): boolean => UPLOAD_PATHS.some((path) => text.includes(path))

const KEYS = new RegExp(`(?<=/(?:pictures|files)/)[0-9a-f]{${KEY_LENGTH}}`, 'g')
export const keysNamedIn = (text: string): string[] => text.match(KEYS) ?? []

/** Keys of uploads used as an address, on any host. */
export function keysShownIn(blocks: Block[]): string[] {
  const keys = [...addressesIn(blocks)].flatMap(({ url }) => {
    return keyOf(decodedPart(URL.parse(url, 'http://localhost')?.pathname ?? '')) ?? []
  })
  return [...new Set(keys)]
}
