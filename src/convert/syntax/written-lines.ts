// The converted text so far, by lines. Facts about its end (how the last line begins, whether it
// is blank, whether it is inside HTML) are updated as it grows: scanning back for every tag took
// half a minute for a page of 1 MB.

/** Characters of a line that decide what it begins with. */
const HEAD = 200

export class WrittenLines {
  readonly #done: string[] = []
  /** Pieces of the last line, and its beginning. */
  #pieces: string[] = []
  #head = ''
  #isBlank = true
  /** Whether the last line continues an HTML block: no blank line since its start. */
  #inHtml = false

  add(text: string): void {
    const [first = '', ...others] = text.split('\n')
    this.#extend(first)
    for (const line of others) {
      this.#inHtml = this.#head !== '' && this.isInHtml
      this.#done.push(this.#line)
      this.#begin(line)
    }
  }

  /** The last line so far, truncated if long. */
  get before(): string {
    return this.#head
  }

  get isBlank(): boolean {
    return this.#isBlank
  }

  get isInHtml(): boolean {
    return this.#inHtml || /^[ \t]*</.test(this.#head)
  }

  /** Sets the indentation of a blank last line. */
  indent(space: string): void {
    this.#begin(space)
  }

  /** dropLine goes back to the end of the line above. */
  dropLine(): void {
    this.#begin(this.#done.pop() ?? '')
  }

  toString(): string {
    return [...this.#done, this.#line].join('\n')
  }

  get #line(): string {
    return this.#pieces.join('')
  }

  #begin(line: string): void {
    this.#pieces = []
    this.#head = ''
    this.#isBlank = true
    this.#extend(line)
  }

  #extend(piece: string): void {
    if (piece === '') return
    this.#pieces.push(piece)
    if (this.#head.length < HEAD) this.#head += piece.slice(0, HEAD - this.#head.length)
    this.#isBlank &&= piece.trim() === ''
  }
}
