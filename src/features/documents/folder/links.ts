// Links between the files of a folder and links between documents, both ways, and the pictures that they show. Blocks are
// changed in place: they belong to the caller, who has just made them.

import { posix } from 'node:path'
import type { Block } from 'galley-blocks/model.ts'
import { addressesIn } from '#blocks/addresses.ts'
import { decodedPart } from '#blocks/urls.ts'

/** What an address in a file means: a page of the import, or a picture, whose address is known once it is kept. */
export type FolderFiles = {
  pageAt: (from: string, address: string, rest: string) => string | undefined
  pictureAt: (from: string, address: string) => Promise<string | undefined>
}

/**
 * linkFilesToDocuments turns `../guide.md#part` into `/read/guide#part`, and the path of a picture into its address; it
 * returns the addresses that lead nowhere.
 */
export async function linkFilesToDocuments(blocks: Block[], path: string, files: FolderFiles): Promise<string[]> {
  const lost: string[] = []
  for (const { kind, url, set } of addressesIn(blocks)) {
    if (!isOfSite(url)) continue
    const [address = '', rest = ''] = splitAt(url)
    const page = kind === 'link' ? files.pageAt(path, address, rest) : undefined
    const picture = page === undefined ? await files.pictureAt(path, address) : undefined
    if (page !== undefined) set(page)
    else if (picture !== undefined) set(picture + rest)
    else if (!isOurs(address)) lost.push(url)
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

const isOfSite = (url: string): boolean => url !== '' && !/^([a-z][a-z0-9+.-]*:|\/\/|#|\?)/i.test(url)

/** isOurs: what was written for this service already leads somewhere, or did. */
const isOurs = (address: string): boolean => /^\/(?:read|pictures|panel|api)(?:\/|$)/.test(address) || address === '/'

function splitAt(url: string): [string, string] {
  const end = url.search(/[?#]/)
  return end === -1 ? [url, ''] : [url.slice(0, end), url.slice(end)]
}
