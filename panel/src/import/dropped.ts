// Dropped or chosen files with their paths: files, folders, or one zip file.

/** A zip file is sent as it is. */
export type ChosenFiles = { name: string; zip: File } | { name: string; files: PathFile[] }
type PathFile = { path: string; file: File }

/** Folders without pages that may contain most of the files. */
const LEFT_OUT = /(?:^|\/)(?:node_modules|\.git|__MACOSX)(?:\/|$)/
const MOST_FILES = 20_000

/** Must be called in the drop handler: browsers clear the data afterwards. */
export async function droppedIn(data: DataTransfer): Promise<ChosenFiles | undefined> {
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const files: PathFile[] = []
  for (const entry of entries) await collect(entry, '', files)
  return chosenOf(files)
}

/** For a file picker; a folder's paths begin with its name. */
export const chosenIn = (list: readonly File[]): ChosenFiles | undefined =>
  chosenOf(list.map((file) => ({ path: file.webkitRelativePath || file.name, file })))

function chosenOf(all: PathFile[]): ChosenFiles | undefined {
  const files = all.filter(({ path }) => !LEFT_OUT.test(path))
  const [first] = files
  if (!first) return undefined
  if (files.length === 1 && /\.zip$/i.test(first.path)) return { name: first.file.name, zip: first.file }
  if (files.length > MOST_FILES)
    throw new Error(
      `It has ${files.length.toLocaleString('en')} files. Up to ${MOST_FILES.toLocaleString('en')} can be imported at once.`,
    )
  return { name: nameOf(files, first), files }
}

function nameOf(files: readonly PathFile[], { path }: PathFile): string {
  const top = path.includes('/') ? path.split('/', 1)[0]! : undefined
  if (top !== undefined && files.every((one) => one.path.startsWith(`${top}/`))) return top
  return files.length === 1 ? path : `${files.length} files`
}

async function collect(entry: FileSystemEntry, folder: string, files: PathFile[]): Promise<void> {
  const path = folder + entry.name
  if (LEFT_OUT.test(path)) return
  if (entry.isFile) files.push({ path, file: await fileOf(entry as FileSystemFileEntry) })
  else for (const child of await childrenOf(entry as FileSystemDirectoryEntry)) await collect(child, `${path}/`, files)
}

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** Browsers return a hundred entries at a time. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const children: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return children
    children.push(...some)
  }
}
