// Makes an uncompressed zip file as a Blob that refers to the files, so that a large folder takes no memory. Each file is
// read once for its checksum.

/** In a browser a File, in Node what `openAsBlob` returns. */
export type PathFile = { path: string; file: Blob }

type ZipPart = Uint8Array<ArrayBuffer> | Blob

const LOCAL_HEADER = 0x04034b50
const DIRECTORY_ENTRY = 0x02014b50
const END_OF_DIRECTORY = 0x06054b50
const VERSION = 20
const IN_UTF8 = 0x800

/** `onRead` gets the share that was read. */
export async function zipOf(files: readonly PathFile[], onRead: (share: number) => void): Promise<Blob> {
  const total = files.reduce((sum, { file }) => sum + file.size, 0)
  const [parts, directory]: [ZipPart[], ZipPart[]] = [[], []]
  let [at, read, listed] = [0, 0, 0]
  for (const { path, file } of files) {
    const name = new TextEncoder().encode(path)
    const crc = await checksumOf(file)
    const fields = [
      [VERSION, 2],
      [IN_UTF8, 2],
      [0, 2],
      [0, 4],
      [crc, 4],
      [file.size, 4],
      [file.size, 4],
      [name.length, 2],
      [0, 2],
    ] as const
    const local = bytesOf([LOCAL_HEADER, 4], ...fields)
    const entry = bytesOf([DIRECTORY_ENTRY, 4], [VERSION, 2], ...fields, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4])
    parts.push(local, name, file)
    directory.push(entry, name)
    at += local.length + name.length + file.size
    listed += entry.length + name.length
    read += file.size
    onRead(total === 0 ? 1 : read / total)
  }
  // The field has sixteen bits; readers go through the directory's entries.
  const count = files.length & 0xffff
  const end = bytesOf([END_OF_DIRECTORY, 4], [0, 4], [count, 2], [count, 2], [listed, 4], [at, 4], [0, 2])
  return new Blob([...parts, ...directory, end], { type: 'application/zip' })
}

/** Little-endian numbers of two or four bytes. */
function bytesOf(...fields: (readonly [value: number, bytes: 2 | 4])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [, bytes]) => sum + bytes, 0)))
  let at = 0
  for (const [value, bytes] of fields) {
    if (bytes === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += bytes
  }
  return new Uint8Array(view.buffer)
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc
})

async function checksumOf(file: Blob): Promise<number> {
  let crc = 0xffffffff
  const reader = file.stream().getReader()
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read())
    for (const byte of value!) crc = TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
