// Links between the files of a folder and links between documents, both ways, and the pictures that they show. Blocks are
// changed in place: they belong to the caller, who has just made them.

import { posix } from 'node:path'
import type { Block } from 'galley-blocks/model.ts'
import { addressesIn } from '#blocks/addresses.ts'
import { decodedPart } from '#blocks/urls.ts'

/** What is at a path of the folder: a document's slug, or a picture's address once it is kept. */
export type FolderFiles = {
  slugOf: (path: string) => string | undefined
  pictureAt: (path: string) => Promise<string | undefined>
}

/**
 * linkFilesToDocuments turns `../guide.md#part` into `/read/guide#part`, and the path of a picture into its address; it
 * returns the addresses that lead nowhere.
 */
export async function linkFilesToDocuments(blocks: Block[], folder: string, files: FolderFiles): Promise<string[]> {
  const lost: string[] = []
  for (const { kind, url, set } of addressesIn(blocks)) {
    if (!isRelative(url)) continue
    const [address = '', rest = ''] = splitAt(url)
    const path = posix.normalize(posix.join(folder, decodedPart(address)))
    const slug = kind === 'link' ? files.slugOf(path) : undefined
    const found = slug === undefined ? await files.pictureAt(path) : `/read/${slug}`
    if (found === undefined) lost.push(url)
    else set(found + rest)
  }
  return lost
}

/** linkDocumentsToFiles turns `/read/guide#part` into `../guide.md#part`, and the address of a picture into its file. */
export async function linkDocumentsToFiles(
  blocks: Block[],
  folder: string,
  fileAt: (address: string) => string | undefined | Promise<string | undefined>,
): Promise<void> {
  for (const { url, set } of addressesIn(blocks)) {
    const [address = '', rest = ''] = splitAt(url)
    const file = address.startsWith('/') ? await fileAt(decodedPart(address)) : undefined
    if (file !== undefined) set(encodeURI(posix.relative(folder === '' ? '.' : folder, file)) + rest)
  }
}

const isRelative = (url: string): boolean => !/^([a-z][a-z0-9+.-]*:|\/|#|\?)/i.test(url) && url !== ''

function splitAt(url: string): [string, string] {
  const end = url.search(/[?#]/)
  return end === -1 ? [url, ''] : [url.slice(0, end), url.slice(end)]
}
