// Links between the files of a folder and links between documents, both ways, and the pictures and files that they show. Blocks are
// changed in place: they belong to the caller, who has just made them.

import type { Block } from 'galley-blocks/model.ts'
import { decodedPart } from 'galley-blocks/urls.ts'
import { addressesIn } from '#blocks/addresses.ts'

/** The target of an address: a page of the folder, or the path of an upload. */
export type FolderFiles = {
  pageAt: (from: string, address: string, rest: string) => string | undefined
  uploadAt: (from: string, address: string) => string | undefined
}
/** A reference from a page to an upload; `set` replaces it by the upload's address. */
export type ShownUpload = { file: string; set: (url: string) => void; written: string; isOurs: boolean }

/**
 * linkPages turns `../guide.md#part` into `/read/guide#part`. It returns the pictures and files that the page shows, and the
 * addresses that lead nowhere.
 */
export function linkPages(blocks: Block[], path: string, files: FolderFiles): { shown: ShownUpload[]; lost: string[] } {
  const [shown, lost]: [ShownUpload[], string[]] = [[], []]
  for (const { kind, url, set } of addressesIn(blocks)) {
    if (!isOfSite(url)) continue
    const [address = '', rest = ''] = splitAt(url)
    const page = kind === 'link' ? files.pageAt(path, address, rest) : undefined
    // An anchor on the same page, unless the page was split off a longer one.
    if (page === undefined && address === '') continue
    const file = page === undefined ? files.uploadAt(path, address) : undefined
    if (page !== undefined) set(page)
    else if (file !== undefined)
      shown.push({ file, set: (kept) => set(kept + rest), written: url, isOurs: isOurs(address) })
    else if (!isOurs(address)) lost.push(url)
  }
  return { shown, lost }
}

/** linkDocumentsToFiles turns `/read/guide#part` into `../guide.md#part`, and the address of an upload into its file. */
export async function linkDocumentsToFiles(
  blocks: Block[],
  fileAt: (address: string) => string | undefined | Promise<string | undefined>,
  addressOf: (file: string) => string,
): Promise<void> {
  for (const { url, set } of addressesIn(blocks)) {
    const [address = '', rest = ''] = splitAt(url)
    const file = address.startsWith('/') ? await fileAt(decodedPart(address)) : undefined
    if (file !== undefined) set(encodeURI(addressOf(file)) + rest)
  }
}

const isOfSite = (url: string): boolean => url !== '' && !/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(url)

/** isOurs: the link already uses Galley's address of a document. */
const isOurs = (address: string): boolean =>
  /^\/(?:read|pictures|files|panel|api)(?:\/|$)/.test(address) || address === '/'

function splitAt(url: string): [string, string] {
  const end = url.search(/[?#]/)
  return end === -1 ? [url, ''] : [url.slice(0, end), url.slice(end)]
}
