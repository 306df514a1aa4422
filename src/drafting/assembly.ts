// Assembles a draft from the inputs of all iterations: the existing document first, then each iteration in order, then what
// people edited or deleted in earlier drafts. Prints the page and its ledger.

import type { Block } from 'galley-blocks/model.ts'
import { blocksToText, oneLine } from 'galley-blocks/text.ts'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import type {
  Draft,
  DraftEdit,
  Drafted,
  DraftInputs,
  Extracted,
  NewAction,
  NewQuestion,
  Plan,
  Source,
  SourceText,
  Statement,
} from './contract.ts'
import { CurrentText } from './current-text.ts'
import { termFinder } from './directives.ts'
import { decideEdit } from './edits.ts'
import { coverOf, ledgerOf, type PrintedConversation } from './ledger.ts'
import { fixLinks } from './links.ts'
import { closedIn, overlayEdits, quoteOfBlock } from './overlay.ts'
import { DraftPage, headingKey, headingPiece, type PagePiece, pieceOf, printed } from './page.ts'
import { Points } from './points.ts'
import { Replies } from './replies.ts'
import { type SiftedPage, type Sifting, siftPage } from './sift.ts'
import {
  idOf,
  isConversation,
  quoteOf,
  readPage,
  readSource,
  type SourcePage,
  type SourceTalk,
  sourcesOf,
} from './source.ts'
import { summaryOf } from './summary.ts'
import { blocksOf, markdownOf } from './text/inline.ts'
import { keyOf } from './text/words.ts'

export class Assembly implements Sifting {
  readonly language: string
  readonly title: string
  readonly mayHold: boolean
  readonly points: Points
  readonly replies: Replies
  readonly isExcluded: (text: string) => boolean
  currentText: CurrentText
  readonly page = new DraftPage()
  readonly rounds: SourceText[][]
  readonly #inputs: DraftInputs
  readonly #plan: Plan
  readonly #isForModel: boolean
  readonly #hasBase: boolean
  readonly #statements: Map<string, Statement>
  readonly #pages: SiftedPage[] = []
  readonly #said: PrintedConversation[] = []
  readonly #edits: DraftEdit[] = []
  #waiting = 0

  constructor(inputs: DraftInputs, plan: Plan, extracted: Extracted, { mayHold = true, isForModel = false } = {}) {
    this.#inputs = inputs
    this.#plan = plan
    this.language = plan.language
    this.title = plan.directives.title ?? inputs.document.title
    this.mayHold = mayHold
    this.#isForModel = isForModel
    this.points = new Points(plan.language)
    this.replies = new Replies(inputs, plan.language)
    this.isExcluded = termFinder(plan.directives.leaveOut)
    this.#statements = new Map(extracted.statements.map((statement) => [statement.id, statement]))
    const base = documentPieces(inputs)
    this.#hasBase = base.length > 0
    this.page.merge(base)
    this.currentText = this.#recheckAccess()
    for (const rewording of inputs.rewordings ?? [])
      for (const edit of this.currentText.reword(rewording)) this.edit(edit)
    this.rounds = sourcesOf(inputs, plan.language)
    for (const [at, sources] of this.rounds.entries()) {
      if (at === this.rounds.length - 1 && inputs.previous) overlayEdits(this.page, inputs.previous)
      this.currentText = this.#recheckAccess()
      for (const source of sources) this.#add(source, at + 1)
    }
    if (isForModel) return
    for (const source of usedSources(inputs, plan.directives.use))
      this.#addPage(readPage(source), this.rounds.length, source.title)
  }

  #recheckAccess(): CurrentText {
    return new CurrentText(this.language, this.page.pieces().pieces)
  }

  /** True when every sentence is held, so the draft would be empty. */
  get isHeldBack(): boolean {
    const isEmpty = this.page.pieces().pieces.length + this.replies.unmatched().length === 0
    return isEmpty && this.points.isHolding && this.#waiting === 0
  }

  /** The text that a model may quote: notes and material without held, asked or excluded sentences. */
  evidence(): SourceText[] {
    const pages = this.#pages.map(({ read: { source }, parts }) => {
      const printable = parts.filter(({ pieces }) => pieces.length > 0)
      const slices = printable.map(({ part, claims }) => {
        const open = coverOf(part, claims, source.text).filter(({ claim }) => !claim)
        return open
          .map(({ from, to }) => source.text.slice(from, to))
          .join('')
          .trim()
      })
      return { ...source, text: slices.join('\n\n') }
    })
    const conversations = this.#said.map(({ read: { source, statements } }) => {
      const open = statements.filter(({ use }) => use !== false)
      return { ...source, text: open.map(({ from, to }) => source.text.slice(from, to)).join('\n') }
    })
    return [...pages, ...conversations].filter(({ text }) => text.trim() !== '')
  }

  #add(source: SourceText, round: number): void {
    const read = readSource(source, this.language, this.#hasBase)
    if (isConversation(read)) this.#addTalk(read, round)
    else this.#addPage(read, round, source.kind === 'material' ? source.title : undefined)
  }

  #addPage(read: SourcePage, round: number, title: string | undefined): void {
    const sifted = siftPage(read, this, round)
    if (read.source.kind !== 'document') this.#pages.push(sifted)
    // A model writes its own text from these sources.
    if (this.#isForModel) return
    const pieces = sifted.parts.flatMap((part) => part.pieces)
    this.write(pieces, null, title === undefined ? undefined : this.#heading(title, read.source, round))
    this.currentText.add(pieces)
  }

  /** Adds pieces to a section, or as a page of their own. If the document already has text, each one is recorded as an edit. */
  write(pieces: PagePiece[], section: string | null, make?: (level: number) => PagePiece): void {
    const heading = section !== null && make ? this.page.put(pieces, section, make) : undefined
    if (section === null) this.page.merge(pieces, make)
    if (!this.#hasBase) return
    for (const piece of heading ? [heading, ...pieces] : pieces) {
      const { block, sources } = piece
      if (!block || this.page.repeated.has(piece)) continue
      const edit = { id: block.id, op: 'insert', block_id: block.id, before: '', after: markdownOf(block) } as const
      this.#edits.push({ ...edit, source: sources[0]!, certainty: 'exact', state: 'applied' })
    }
  }

  /** Records an edit. A decision that a person made in an earlier round still counts, so it isn't raised again. */
  edit(edit: DraftEdit): string | undefined {
    const sameEdit = this.#inputs.previous?.draft.edits?.find(({ id }) => id === edit.id)
    this.#edits.push(edit)
    return sameEdit && sameEdit.state !== 'proposed' ? undefined : this.points.edit(edit)
  }

  /** A heading from a source's title or a name that a person gave: it appears in no source, so its quote is empty. */
  #heading(text: string, source: SourceText | Source, round: number) {
    const key = 'key' in source ? source.key : `${source.kind}:${source.id}`
    const id = idOf(`${this.#inputs.seed} ${key} heading ${text}`, 0, 1)
    return headingPiece(id, text, { sources: [quoteOf(source, '')], round, from: key })
  }

  #addTalk(read: SourceTalk, round: number): void {
    const { source } = read
    const pieces = new Map<string, PagePiece[]>()
    const loose: PagePiece[] = []
    const statements = read.statements.map((own) => ({ ...own, ...this.#statements.get(own.id) }))
    for (const { id, text, use, section, speaker, at } of this.#isForModel ? [] : statements) {
      if (!use) continue
      const title = [source.title, [speaker, at].filter(Boolean).join(', ')].filter(Boolean).join(': ')
      const page = readPage({ ...source, title, key: id, text })
      // A statement is never treated as an instruction to the writer.
      const own = siftPage({ ...page, isLoose: false }, this, round).parts.flatMap((part) => part.pieces)
      pieces.set(id, own)
      if (section) this.write(own, section, this.#heading(section, source, round))
      else loose.push(...own)
    }
    this.write(loose, null, this.#heading(source.title, source, round))
    this.#said.push({ read: { ...read, statements }, pieces })
    const waiting = statements.filter(({ use }) => use === null).length
    this.#waiting += waiting
    if (waiting > 0 && !this.#isForModel) this.points.sort(source.key, source.title, waiting)
  }

  /** Adds a reply whose open point isn't in any source, under the heading that was asked about. */
  #addReply(text: string, source: Source, heading: string | null): void {
    const key = `${source.kind}:${source.id}`
    const round = this.rounds.length
    const blocks = blocksOf(text, (nth) => idOf(key, 0, nth))
    const pieces = blocks.map((block) => pieceOf(block, { origin: 'answer', sources: [source], round, from: key }))
    this.write(pieces, heading || null, heading ? this.#heading(heading, source, round) : undefined)
  }

  /** Prints the page. `written` is set when a model wrote the draft; its blocks are on the page already. */
  drafted(written?: { questions: NewQuestion[]; actions: NewAction[]; summary: string | null }): Drafted {
    const { points, replies } = this
    const { directives, language } = this.#plan
    const { previous, document } = this.#inputs
    for (const action of replies.settle(this.#recheckAccess())) points.raise(action)
    for (const { text, source, heading } of replies.unmatched()) this.#addReply(text, source, heading)
    this.page.order(directives.sections)
    const { pieces, bare } = this.page.pieces()
    if (!written) this.#askForMissing(pieces, bare)
    const { blocks, provenance } = printed(pieces)
    const { blocks: mended, actions: links } = fixLinks(blocks, provenance, this.#inputs, language)
    const title = (directives.title ?? previous?.draft.title ?? document.title).slice(0, 300)
    const whole: Draft = { title, summary: null, blocks: mended, provenance, edits: withPlaces(this.#edits, mended) }
    const draft = withDecisions(whole, previous?.draft.edits ?? [])
    draft.summary = summaryOf(this.#inputs, this.#plan, draft, written?.summary)
    const { ledger, unplaced } = ledgerOf(draft, this.#pages, this.#said, written !== undefined)
    for (const [{ read }, lost] of Map.groupBy(unplaced, ({ page }) => page)) {
      const text = lost.map((one) => one.text).join('\n')
      const raised = points.hold(text, 'unplaced', quoteOf(read.source, text))
      for (const { entry } of lost) entry.raised = raised
    }
    for (const link of links) points.raise(link)
    const { questions, actions } = points.finish(this.#inputs, this.#plan, draft, written !== undefined)
    return {
      draft,
      ledger,
      outcomes: replies.outcomes,
      questions: written?.questions ?? questions,
      actions: [...(written?.actions ?? []), ...actions],
    }
  }

  /** Asks about headings without content, and about requested sections that no source covers. */
  #askForMissing(pieces: PagePiece[], bare: PagePiece[]): void {
    const headings = pieces.filter((piece) => piece.block?.type === 'heading' && !bare.includes(piece))
    const covered = new Set(headings.map(headingKey))
    const open = bare.filter((piece) => piece.bare === 'asked').map(({ block }) => oneLine(blocksToText([block!])))
    const { sections } = this.#plan.directives
    const missing = this.#waiting > 0 ? [] : sections.filter((name) => !covered.has(keyOf(name)))
    for (const heading of new Set([...open, ...missing])) this.points.askFor(heading)
  }
}

/** Reapplies what people decided about edits in earlier rounds. */
function withDecisions(draft: Draft, decided: DraftEdit[]): Draft {
  return decided.reduce((assembled, { id, state, after }) => {
    const own = assembled.edits?.find((edit) => edit.id === id)
    if (!own || state === 'proposed' || (own.state === state && own.after === after)) return assembled
    return (
      decideEdit(assembled, id, state, own.after === after || own.op !== 'replace' ? undefined : after) ?? assembled
    )
  }, draft)
}

/** Remembers the block before each inserted or deleted one, so that a decision can restore its position. */
function withPlaces(edits: DraftEdit[], blocks: Block[]): DraftEdit[] {
  const places = new Map(blocks.map(({ id }, at) => [id, blocks[at - 1]?.id ?? null]))
  return edits.map((edit) =>
    edit.op === 'replace' || !places.has(edit.block_id) ? edit : { ...edit, follows: places.get(edit.block_id)! },
  )
}

/** The existing document as pieces. After an approval, the last draft's provenance belongs to its blocks. */
function documentPieces({ document, previous, publishedNotes, related }: DraftInputs): PagePiece[] {
  const provenance = publishedNotes === undefined ? {} : (previous?.draft.provenance ?? {})
  const isClosed = closedIn({ document, related })
  return document.blocks.flatMap((block): PagePiece[] => {
    const quote = quoteOfBlock(block)
    if (block.type === 'paragraph' && quote === '') return []
    const entry = provenance[block.id]
    const own: Source = { kind: 'document', id: document.id, title: document.title, quote }
    const sources = entry && entry.sources.length > 0 ? entry.sources : [own]
    if (sources.some(isClosed)) return []
    return [pieceOf(block, { origin: entry?.origin ?? 'source', sources, round: 0, from: 'document' })]
  })
}

/** Related documents, or sections of them, that a directive names. */
function usedSources({ related, seed }: DraftInputs, names: string[]): SourceText[] {
  return names.flatMap((name): SourceText[] => {
    const [slug, heading] = name.split('#', 2) as [string, string | undefined]
    const found = related.find((one) => one.slug === slug.trim() || keyOf(one.title) === keyOf(slug))
    const text = found && (heading === undefined ? found.markdown : sectionOf(found.markdown, heading))
    if (!found || !text) return []
    return [{ kind: 'document', id: found.id, title: found.title, key: `document:${found.id}`, seed, text }]
  })
}

function sectionOf(markdown: string, name: string): string | undefined {
  const blocks = blocksOf(markdown, String)
  const levelOf = ({ type, props }: Block) => (type === 'heading' ? Number(props.level) : Number.POSITIVE_INFINITY)
  const at = blocks.findIndex(
    (one) => one.type === 'heading' && keyOf(blocksToText([one])) === keyOf(name.replaceAll('-', ' ')),
  )
  if (at < 0) return undefined
  const end = blocks.findIndex((one, nth) => nth > at && levelOf(one) <= levelOf(blocks[at]!))
  return blocksToMarkdown(blocks.slice(at, end < 0 ? undefined : end)).trim()
}
