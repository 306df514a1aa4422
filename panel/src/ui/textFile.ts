// Reads a file as text. Others (a word processor's, an image) are refused with advice.

/** Files that the service converts: Word, and saved pages. */
export const SAVED = /\.(?:docx|html?)$/i

class NotText extends Error {
  override message = "This isn't a UTF-8 text file. Save it as plain text or Markdown, or paste its contents instead."
}

export async function readText(file: File): Promise<string> {
  const text = decode(await file.arrayBuffer())
  if (text === undefined || text.includes('\0')) throw new NotText()
  return text
}

function decode(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
