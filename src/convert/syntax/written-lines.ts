// The text that a translation has written so far, by lines. What is asked about it (how its last line begins, whether that line
// is blank, whether it stands in HTML) is kept up to date while it grows: looking back through the text for every tag took
// half a minute for a page of 1 MB.

/** How much of a line is looked at for what it begins with. */
const HEAD = 200

export class WrittenLines {
  readonly #done: string[] = []
  /** #pieces are the last line, and #head is what it begins with. */
  #pieces: string[] = []
  #head = ''
  #isBlank = true
  /** #inHtml: a line of HTML stands above the last one, and no empty line between them. */
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

  /** before is the last line as far as it is written, cut where it is long. */
  get before(): string {
    return this.#head
  }

  get isBlank(): boolean {
    return this.#isBlank
  }

  get isInHtml(): boolean {
    return this.#inHtml || /^[ \t]*</.test(this.#head)
  }

  /** indent puts white space in place of a last line that is blank. */
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
