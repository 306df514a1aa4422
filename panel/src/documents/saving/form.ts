// What is being edited of a document: what the person changed of its fields and blocks, the version that it rests on, and a
// copy in the browser until it is saved. Only what was changed is sent, so that a save undoes nothing that anyone else did.

import type { Block } from 'galley-blocks/model.ts'
import type { DocumentCreate, DocumentOut, DocumentUpdate } from 'galley-client/schema.ts'
import { useCallback, useRef, useState } from 'react'
import { forget, isSame, readKept, useCopy } from '../../ui/kept.ts'
import { type EditedDocument, type Stand, standOf } from './edited.ts'

export type DocumentFields = Pick<
  DocumentOut,
  'title' | 'slug' | 'summary' | 'category_id' | 'visibility' | 'access' | 'published' | 'lang' | 'tags' | 'position'
>
/** KeptForm: `base` are all fields as they were in the version that the changed ones rest on. */
type KeptForm = {
  version: number
  draft?: number
  base: DocumentFields
  fields: Partial<DocumentFields>
  blocks?: Block[]
  at: string
}
/**
 * Edit: `own` are the fields, and `written` tells whether the blocks are, other than in the `ground` that was read; `base` are
 * the fields of the version that they rest on, which is an older one where a copy was found.
 */
type Edit = {
  ground: EditedDocument
  stand: Stand
  base: DocumentFields
  own: Partial<DocumentFields>
  written: boolean
  restoredFrom?: string
}
type Merge = (base: Block[], mine: Block[], theirs: Block[]) => Block[] | undefined
/**
 * Sent is what a save took along; the person may type on while it is under way. With `merge` its body also holds what someone
 * else wrote, and `blocks` do not.
 */
export type Sent = {
  /** over is the document that the body is about, in the state that it is expected to be in. */
  over: EditedDocument
  stand: Stand
  shown: DocumentFields
  blocks: Block[]
  body: DocumentUpdate
  merge?: Merge
}

const fieldsOf = (document: DocumentOut): DocumentFields => ({
  title: document.title,
  slug: document.slug,
  summary: document.summary,
  category_id: document.category_id,
  visibility: document.visibility,
  access: document.access ?? { roles: [], users: [] },
  published: document.published,
  lang: document.lang,
  tags: document.tags,
  position: document.position,
})

/** differing is what in some fields is not the same in the others. */
function differing(fields: Partial<DocumentFields>, others: DocumentFields): Partial<DocumentFields> {
  const names = Object.keys(fields) as (keyof DocumentFields)[]
  return Object.fromEntries(
    names.filter((name) => !isSame(fields[name], others[name])).map((name) => [name, fields[name]]),
  )
}

/** Together these say who may read: one person's choice for one field does not go with someone else's for another. */
const AUDIENCE: (keyof DocumentFields)[] = ['visibility', 'access', 'published', 'category_id']

/** isClash: two people changed the same thing. */
function isClash(own: Partial<DocumentFields>, theirs: Partial<DocumentFields>): boolean {
  const chosenBy = (fields: Partial<DocumentFields>) =>
    AUDIENCE.filter((name) => name in fields).map((name) => fields[name])
  const [mine, others] = [chosenBy(own), chosenBy(theirs)]
  if (mine.length > 0 && others.length > 0 && !isSame(mine, others)) return true
  return (Object.keys(own) as (keyof DocumentFields)[]).some(
    (name) => name in theirs && !isSame(own[name], theirs[name]),
  )
}

/** isSameText: blocks that nobody touched are the same objects (blocks/editable.ts), so that few are compared for each key. */
const isSameText = (one: Block[], other: Block[]): boolean =>
  one.length === other.length && one.every((block, index) => block === other[index] || isSame(block, other[index]))

const shownOf = ({ ground, own }: Edit): DocumentFields => ({ ...fieldsOf(ground), ...own })
const isDirty = ({ own, written }: Edit): boolean => written || Object.keys(own).length > 0

const nameOf = (id: number) => `document:${id}`

/** asNew is a body for a document of its own; its address is made from its title. */
const asNew = ({ slug: _, ...fields }: DocumentFields, blocks: Block[]): DocumentCreate => ({
  ...fields,
  title: fields.title.trim() || 'Untitled',
  blocks,
})

/** findCopy is the text that this browser keeps of a document, as a document of its own. */
export function findCopy(id: number): { body: DocumentCreate; blocks: Block[]; drop: () => void } | undefined {
  const kept = readKept<KeptForm>(nameOf(id))
  // Where it is not known who could read the document, nothing is offered that would be open to all.
  if (!kept?.blocks || !kept.base) return undefined
  const { base, fields, blocks } = kept
  return { body: asNew({ ...base, ...fields }, blocks), blocks, drop: () => forget(nameOf(id)) }
}

/** keptTitle is the title of a document of which this browser keeps a text. */
export function keptTitle(id: number): string {
  const kept = readKept<KeptForm>(nameOf(id))
  return kept?.fields.title || kept?.base?.title || `Document ${id}`
}

export function useDocumentForm(document: EditedDocument) {
  const name = nameOf(document.id)
  const [found] = useState(() => readKept<KeptForm>(name))
  const [edit, draw] = useState<Edit>({
    ground: document,
    stand: found ? { version: found.version, draft: found.draft ?? 0 } : standOf(document),
    base: found?.base ?? fieldsOf(document),
    own: found?.fields ?? {},
    written: found?.blocks !== undefined,
    ...(found && { restoredFrom: found.at }),
  })
  const blocks = useRef<Block[]>(found?.blocks ?? document.blocks)
  // Read by what does not wait for the next drawing: a timer, a response, the end of the page.
  const latest = useRef(edit)
  const change = useCallback((next: Edit) => {
    latest.current = next
    draw(next)
  }, [])

  const copy = useCopy(name, () => {
    const { stand, base, own, written } = latest.current
    if (!isDirty(latest.current)) return undefined
    const at = new Date().toISOString()
    return {
      ...stand,
      base,
      fields: own,
      ...(written && { blocks: blocks.current }),
      at,
    } satisfies KeptForm
  })

  /** settle takes what the service holds as the ground and drops the person's changes. */
  const settle = useCallback(
    (stored: EditedDocument) => {
      blocks.current = stored.blocks
      change({ ground: stored, stand: standOf(stored), base: fieldsOf(stored), own: {}, written: false })
      copy.now()
    },
    [change, copy],
  )

  /**
   * saved takes the response to a save as the ground. What was typed since it was sent stays, and is not saved yet. Returns
   * whether there is now a text that the editor does not show: someone else wrote some of it.
   */
  const saved = useCallback(
    (stored: EditedDocument, sent: Sent) => {
      const written = !isSameText(blocks.current, sent.blocks)
      const both = written ? sent.merge?.(sent.blocks, blocks.current, stored.blocks) : stored.blocks
      // Typed just where the other wrote: the changes still rest on the old version, and the next save asks.
      if (sent.merge && !both) return false
      const isOther = both !== undefined && !isSame(blocks.current, both)
      if (isOther) blocks.current = both
      change({
        ground: stored,
        stand: standOf(stored),
        base: fieldsOf(stored),
        own: differing(shownOf(latest.current), sent.shown),
        written,
      })
      copy.now()
      return isOther
    },
    [change, copy],
  )

  /**
   * toSend is what there is to save, if there is anything: asked at that moment, since a key may precede the next drawing. It
   * goes over what someone else saved, if that is given, or else over what the changes started from.
   */
  const toSend = (theirs?: EditedDocument): Sent | undefined => {
    if (!isDirty(latest.current) || shownOf(latest.current).title.trim() === '') return undefined
    const { own, written } = latest.current
    const body: DocumentUpdate = {
      ...own,
      ...(own.title !== undefined && { title: own.title.trim() }),
      ...(written && { blocks: blocks.current }),
    }
    const { ground, stand } = latest.current
    const over = theirs ?? ground
    return {
      over,
      stand: theirs ? standOf(theirs) : stand,
      shown: shownOf(latest.current),
      blocks: blocks.current,
      body,
    }
  }

  /** merged is what to send so that someone else's change and one's own both hold; undefined where they touch the same. */
  const merged = (theirs: EditedDocument, merge: Merge): Sent | undefined => {
    const { ground, stand, base, own, written } = latest.current
    // Whose change is whose can only be told from the text that the person's own rests on.
    if (!isSame(stand, standOf(ground)) || isClash(own, differing(fieldsOf(theirs), base))) return undefined
    const both = written ? merge(ground.blocks, blocks.current, theirs.blocks) : theirs.blocks
    const sent = toSend(theirs)
    return both && sent && { ...sent, body: { ...sent.body, ...(written && { blocks: both }) }, merge }
  }

  return {
    fields: shownOf(edit),
    stand: edit.stand,
    dirty: isDirty(edit),
    written: edit.written,
    restoredFrom: edit.restoredFrom,
    blocks,
    set: (part: Partial<DocumentFields>) => {
      const { current: now } = latest
      change({ ...now, own: differing({ ...now.own, ...part }, fieldsOf(now.ground)) })
      copy.soon()
    },
    setBlocks: (next: Block[]) => {
      blocks.current = next
      // What was typed and undone is no change.
      const written = !isSameText(next, latest.current.ground.blocks)
      if (written !== latest.current.written) change({ ...latest.current, written })
      copy.soon()
    },
    settle,
    saved,
    /** drop forgets the person's changes, because they were saved elsewhere. */
    drop: () => settle(latest.current.ground),
    /** asNew is all that is on the page. */
    asNew: () => asNew(shownOf(latest.current), blocks.current),
    toSend,
    merged,
    /** over is what would be stored if the person's changes were saved over someone else's, and what stays of theirs. */
    over: (theirs: EditedDocument) => {
      const { ground, base, own, written } = latest.current
      const changed = differing(fieldsOf(theirs), base)
      return {
        mine: { ...fieldsOf(theirs), ...own, blocks: written ? blocks.current : theirs.blocks },
        stays: [
          ...(Object.keys(changed) as (keyof DocumentFields)[]).filter((name) => !(name in own)),
          ...(written || isSame(theirs.blocks, ground.blocks) ? [] : (['blocks'] as const)),
        ],
      }
    },
  }
}

export type DocumentForm = ReturnType<typeof useDocumentForm>
