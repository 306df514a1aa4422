// A Word file or a saved page as a page: title, blocks and pictures. The format is detected from the bytes, not the name.

import type { Block } from 'galley-blocks/model.ts'
import type { RootContent } from 'mdast'
import { addressesIn } from '#blocks/addresses.ts'
import { blocksFromPage } from '#blocks/markdown/from-markdown.ts'
import { LARGEST_PICTURE } from '#file-kinds.ts'
import { MAX_TITLE } from '#limits.ts'
import { cut, FileProblem, readText } from '../page/file.ts'
import { extractTitle } from '../page/title.ts'
import { readHtmlPage } from './html-page.ts'
import { htmlOfWord, isZip, pendingPicture } from './word.ts'

export const SAVED_PAGE = /\.(?:docx|html?)$/i

export type SavedPage = { title: string | undefined; blocks: Block[]; pictures: Uint8Array[]; lost: string[] }

/** Pictures that exceed the upload limit are left out. */
const NOTHING = new Uint8Array()

/** Runs a task with a time limit; in the sandbox the whole task has one. */
type Limit = <T>(work: () => T) => T

export async function readSaved(bytes: Uint8Array, limit: Limit = (work) => work()): Promise<SavedPage> {
  const { title: named, nodes, pictures: packed, lost } = await pageOf(bytes, limit)
  const pictures = packed.map((picture) => (picture.length > LARGEST_PICTURE ? NOTHING : picture))
  const all = limit(() => blocksFromPage({ type: 'root', children: nodes }))
  if (all.length === 0) throw new FileProblem('has no text')
  const { title, blocks } = extractTitle({}, all)
  return { title: (title ?? named) && cut((title ?? named)!, MAX_TITLE), blocks, pictures, lost }
}

type PageNodes = { title: string | undefined; nodes: RootContent[]; pictures: Uint8Array[]; lost: string[] }

async function pageOf(bytes: Uint8Array, limit: Limit): Promise<PageNodes> {
  if (isZip(bytes)) {
    const { html, ...rest } = await htmlOfWord(bytes)
    return { title: undefined, nodes: [{ type: 'html', value: html }], ...rest }
  }
  const page = limit(() => readHtmlPage(readText(Buffer.from(bytes))))
  return { ...page, pictures: [], lost: [] }
}

/** Uploads a Word file's pictures and sets their addresses; unsupported formats are left out. */
export async function keepPictures(
  { blocks, pictures }: Pick<SavedPage, 'blocks' | 'pictures'>,
  keep: (bytes: Buffer) => Promise<string | undefined>,
): Promise<Block[]> {
  const urls = new Map<string, string>()
  for (const [index, bytes] of pictures.entries()) {
    const url = await keep(Buffer.from(bytes))
    if (url !== undefined) urls.set(pendingPicture(index), url)
  }
  for (const { url, set } of addressesIn(blocks)) if (url.startsWith('/pictures/pending-')) set(urls.get(url) ?? '')
  return blocks.filter(({ type, props }) => type !== 'image' || props.url !== '')
}
