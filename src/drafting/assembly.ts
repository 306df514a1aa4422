// A draft made from all inputs of all iterations: the document that stands, then round by round what each iteration brought,
// with what people edited or deleted laid over the earlier rounds. Then the draft is printed, and its ledger with it.

import type { Block } from 'galley-blocks/model.ts'
import { blocksToText, oneLine } from '#blocks/text.ts'
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
import { termFinder } from './directives.ts'
import { decideEdit } from './edits.ts'
import { ledgerOf, type SaidSource } from './ledger.ts'
import { mendLinks } from './links.ts'
import { layOver, quoteOfBlock } from './overlay.ts'
import { DraftPage, type PagePiece, printed } from './page.ts'
import { Points } from './points.ts'
import { Replies } from './replies.ts'
import { type SiftedPage, type Sifting, siftPage } from './sift.ts'
import { idOf, isConversation, quoteOf, readPage, readSource, type SourceTalk, type Span, sourcesOf } from './source.ts'
import { Standing } from './standing.ts'
import { summaryOf } from './summary.ts'
import { blocksOf, markdownOf } from './text/inline.ts'
import { keyOf } from './text/words.ts'

export class Assembly {
  readonly points: Points
  readonly replies: Replies
  readonly #inputs: DraftInputs
  readonly #plan: Plan
  readonly page = new DraftPage()
  readonly rounds: SourceText[][]
  readonly #isForModel: boolean
  readonly #pages: SiftedPage[] = []
  readonly #said: SaidSource[] = []
  readonly #edits: DraftEdit[] = []
  readonly #statements: Map<string, Statement>
  readonly #mayHold: boolean
  readonly #isExcluded: (text: string) => boolean
  #standing: Standing
  #waiting = 0

  constructor(inputs: DraftInputs, plan: Plan, extracted: Extracted, { mayHold = true, isForModel = false } = {}) {
    this.#inputs = inputs
    this.#plan = plan
    this.#mayHold = mayHold
    this.#isForModel = isForModel
    this.points = new Points(plan.language)
    this.replies = new Replies(inputs, plan.language)
    this.#standing = new Standing(plan.language)
    this.#isExcluded = termFinder(plan.directives.leaveOut)
    this.#statements = new Map(extracted.statements.map((statement) => [statement.id, statement]))
    this.page.merge(documentPieces(inputs))
    this.rounds = sourcesOf(inputs, plan.language)
    for (const [at, sources] of this.rounds.entries()) {
      if (at === this.rounds.length - 1 && inputs.previous) layOver(this.page, inputs.previous)
      this.#lookAgain()
      for (const source of sources) this.#add(source, at + 1)
    }
    if (isForModel) return
    for (const source of usedSources(inputs, plan.directives.use))
      this.#addPage(readPage(source), this.#round, source.title)
  }

  get #round(): number {
    return this.rounds.length
  }

  /** isHeldBack: nothing is printed, because all that could be is held. */
  get isHeldBack(): boolean {
    const isEmpty = this.page.pieces().pieces.length + this.replies.unmet().length === 0
    return this.points.heldCount > 0 && this.#waiting === 0 && isEmpty
  }

  /** evidence is what a model may quote: the notes and the material but for what is held, asked or left out. */
  evidence(): SourceText[] {
    const pages = this.#pages.map(({ read, parts }) => ({
      ...read.source,
      text: parts
        .flatMap(({ part, claims, pieces }) =>
          pieces.length === 0 ? [] : [withoutClaims(read.source.text, part, claims)],
        )
        .join('\n\n'),
    }))
    const said = this.#said.map(({ read }) => ({
      ...read.source,
      text: read.statements
        .filter(({ use }) => use !== false)
        .map(({ from, to }) => read.source.text.slice(from, to))
        .join('\n'),
    }))
    return [...pages, ...said].filter(({ text }) => text.trim() !== '')
  }

  #lookAgain(): void {
    this.#standing = new Standing(this.#plan.language)
    for (const piece of this.page.pieces().pieces) this.#standing.add(piece)
  }

  #add(source: SourceText, round: number): void {
    const read = readSource(source, this.#plan.language)
    if (isConversation(read)) this.#addTalk(read, round)
    else this.#addPage(read, round, source.kind === 'material' ? source.title : undefined)
  }

  #addPage(read: ReturnType<typeof readPage>, round: number, title: string | undefined): void {
    const sifted = siftPage(read, this.sifting(round))
    if (read.source.kind !== 'document') this.#pages.push(sifted)
    const pieces = sifted.parts.flatMap((part) => part.pieces)
    // A model words it anew.
    if (this.#isForModel) return
    this.page.merge(
      pieces,
      title === undefined ? undefined : (level) => this.#heading(title, level, read.source, round),
    )
    for (const piece of pieces) this.#standing.add(piece)
    if (this.#hasBase) this.#edits.push(...this.#inserts(pieces))
  }

  /** sifting is what the parts of a page are sifted by, with the text that stands at this moment. */
  sifting(round: number): Sifting {
    const { points, replies } = this
    return {
      language: this.#plan.language,
      title: this.#plan.directives.title ?? this.#inputs.document.title,
      round,
      standing: this.#standing,
      isExcluded: this.#isExcluded,
      replyTo: (text) => replies.to(text),
      mayHold: this.#mayHold,
      hold: (text, reason, source) => points.hold(text, reason, source),
      ask: (text, section, after) => points.ask(text, section, after),
      conflict: (at, other, value) =>
        replies.isSettled(at.text, other.text) ? undefined : points.conflict(at, value, other),
      edit: (edit) => this.#edit(edit),
    }
  }

  get #hasBase(): boolean {
    return documentPieces(this.#inputs).length > 0
  }

  /** inserts: what is new in a document that has text is an edit like any other. */
  #inserts(pieces: PagePiece[]): DraftEdit[] {
    return pieces
      .filter((piece) => piece.block && !this.page.repeated.has(piece))
      .map(({ block, sources }) => ({
        id: block!.id,
        op: 'insert',
        block_id: block!.id,
        before: '',
        after: markdownOf(block!),
        source: sources[0]!,
        certainty: 'exact',
        state: 'applied',
      }))
  }

  /** edit: what people decided in an earlier round holds. */
  #edit(edit: DraftEdit): string | undefined {
    const known = this.#inputs.previous?.draft.edits?.find(({ id }) => id === edit.id)
    this.#edits.push(edit)
    return known && known.state !== 'proposed' ? undefined : this.points.edit(edit)
  }

  #heading(text: string, level: number, source: SourceText | Source, round: number): PagePiece {
    const content: Block['content'] = [{ type: 'text', text, styles: {} }]
    const key = 'key' in source ? source.key : `${source.kind}:${source.id}`
    const { seed } = this.#inputs
    const block: Block = {
      id: idOf(`${seed} ${key} heading ${text}`, 0, 1),
      type: 'heading',
      props: { level },
      content,
      children: [],
    }
    return { block, origin: 'source', sources: [quoteOf(source, text)], human: false, round, from: key }
  }

  #addTalk(read: SourceTalk, round: number): void {
    const pieces = new Map<string, PagePiece[]>()
    const statements = read.statements.map((own) => ({ ...own, ...this.#statements.get(own.id) }))
    for (const { id, text, use, section, speaker, at } of statements) {
      if (!use || this.#isForModel) continue
      const title = [read.source.title, [speaker, at].filter(Boolean).join(', ')].filter(Boolean).join(': ')
      const said = readPage({ ...read.source, title, key: id, text })
      // What somebody said is no order, however it sounds.
      const own = siftPage({ ...said, isLoose: false }, this.sifting(round)).parts.flatMap((part) => part.pieces)
      pieces.set(id, own)
      if (section) this.page.put(own, section, (level) => this.#heading(section, level, read.source, round))
      else this.page.merge(own, (level) => this.#heading(read.source.title, level, read.source, round))
    }
    this.#said.push({ read: { ...read, statements }, pieces })
    const waiting = statements.filter(({ use }) => use === null).length
    this.#waiting += waiting
    if (waiting > 0 && !this.#isForModel) this.points.sort(read.source.key, read.source.title, waiting)
  }

  /** A reply whose point stands nowhere is a text of its own, under the heading that it was asked for. */
  #addReply(text: string, source: Source, heading: string | null, round: number): void {
    const key = `${source.kind}:${source.id}`
    const pieces = blocksOf(text, (nth) => idOf(key, 0, nth)).map(
      (block): PagePiece => ({ block, origin: 'answer', sources: [source], human: false, round, from: key }),
    )
    if (heading) this.page.put(pieces, heading, (level) => this.#heading(heading, level, source, round))
    else this.page.merge(pieces)
  }

  /** drafted prints the page. `written` is what a model made; its blocks stand in the page already. */
  drafted(
    written: { questions: NewQuestion[]; actions: NewAction[]; summary: string | null } | undefined = undefined,
  ): Drafted {
    const { points } = this
    for (const { text, source, heading } of this.replies.unmet()) this.#addReply(text, source, heading, this.#round)
    this.#lookAgain()
    for (const action of this.replies.settle(this.#standing)) points.raise(action)
    const missing = this.page.order(this.#plan.directives.sections)
    const { pieces, bare } = this.page.pieces()
    const open = bare.flatMap(({ bare: kind, block }) => (kind === 'asked' ? [oneLine(blocksToText([block!]))] : []))
    if (!written)
      for (const heading of new Set([...open, ...(this.#waiting > 0 ? [] : missing)])) points.askFor(heading)
    const { blocks, provenance } = printed(pieces)
    const { blocks: mended, actions: links } = mendLinks(blocks, provenance, this.#inputs, this.#plan.language)
    const { previous, document } = this.#inputs
    const title = (this.#plan.directives.title ?? previous?.draft.title ?? document.title).slice(0, 300)
    const whole: Draft = { title, summary: null, blocks: mended, provenance, edits: withPlaces(this.#edits, mended) }
    const draft = withDecisions(whole, previous?.draft.edits ?? [])
    draft.summary = written?.summary ?? summaryOf(this.#inputs, this.#plan, draft.blocks)
    const { ledger, unplaced } = ledgerOf(draft, this.#pages, this.#said, written !== undefined)
    for (const { entry, text, page } of unplaced)
      entry.raised = points.hold(text, 'unplaced', quoteOf(page.read.source, text))
    for (const link of links) points.raise(link)
    const raised = points.finish(this.#inputs, this.#plan, draft, written !== undefined)
    return {
      draft,
      ledger,
      outcomes: this.replies.outcomes,
      questions: written?.questions ?? raised.questions,
      actions: [...(written?.actions ?? []), ...raised.actions],
    }
  }
}

/** withDecisions: what people decided about an edit in an earlier round holds. */
function withDecisions(draft: Draft, decided: DraftEdit[]): Draft {
  return decided.reduce((made, { id, state, after }) => {
    const own = made.edits?.find((edit) => edit.id === id)
    if (!own || state === 'proposed' || (own.state === state && own.after === after)) return made
    return decideEdit(made, id, state, own.after === after || own.op !== 'replace' ? undefined : after) ?? made
  }, draft)
}

const withoutClaims = (text: string, part: Span, claims: Span[]): string => {
  const slices: string[] = []
  let at = part.from
  for (const { from, to } of claims.toSorted((one, other) => one.from - other.from)) {
    slices.push(text.slice(at, from))
    at = Math.max(at, to)
  }
  return [...slices, text.slice(at, part.to)].join('').trim()
}

/** An inserted block comes back behind the one that it stood behind. */
const withPlaces = (edits: DraftEdit[], blocks: Block[]): DraftEdit[] => {
  const places = new Map(blocks.map(({ id }, at) => [id, blocks[at - 1]?.id ?? null]))
  return edits.map((edit) =>
    edit.op === 'replace' || !places.has(edit.block_id) ? edit : { ...edit, follows: places.get(edit.block_id)! },
  )
}

/** documentPieces is the text that stands. After an approval it is known what its blocks rest on. */
function documentPieces({ document, previous, publishedNotes, related }: DraftInputs): PagePiece[] {
  const provenance = publishedNotes === undefined ? {} : (previous?.draft.provenance ?? {})
  const open = new Set<number | null>([document.id, ...related.map(({ id }) => id)])
  return document.blocks
    .filter((block) => block.type !== 'paragraph' || oneLine(blocksToText([block])) !== '')
    .flatMap((block): PagePiece[] => {
      const quote = quoteOfBlock(block)
      const known = provenance[block.id]
      const own: Source = { kind: 'document', id: document.id, title: document.title, quote }
      const sources = known && known.sources.length > 0 ? known.sources : [own]
      // What rests on a document that was closed since is no longer for everybody.
      if (sources.some(({ kind, id }) => kind === 'document' && !open.has(id))) return []
      return [{ block, origin: known?.origin ?? 'source', sources, human: false, round: 0, from: 'document' }]
    })
}

/** usedSources are related documents, or their sections, that somebody named. */
function usedSources({ related, seed }: DraftInputs, names: string[]): SourceText[] {
  return names.flatMap((name): SourceText[] => {
    const [slug, heading] = name.split('#', 2) as [string, string | undefined]
    const found = related.find((one) => one.slug === slug.trim() || keyOf(one.title) === keyOf(slug))
    const text = found && (heading === undefined ? found.markdown : sectionOf(found.markdown, heading))
    return found && text
      ? [{ kind: 'document', id: found.id, title: found.title, key: `document:${found.id}`, seed, text }]
      : []
  })
}

/** sectionOf is the slice of Markdown under a heading, the heading included. */
function sectionOf(markdown: string, name: string): string | undefined {
  const lines = markdown.split('\n')
  const levelOf = (line: string) => /^(#{1,6}) /.exec(line)?.[1]?.length ?? 0
  const at = lines.findIndex((line) => levelOf(line) > 0 && keyOf(line) === keyOf(name.replaceAll('-', ' ')))
  if (at < 0) return undefined
  const end = lines.findIndex((line, nth) => nth > at && levelOf(line) > 0 && levelOf(line) <= levelOf(lines[at]!))
  return lines.slice(at, end < 0 ? undefined : end).join('\n')
}
