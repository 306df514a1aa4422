// Schemas of drafts. The API calls the shared draft of a document its working copy.

import { type Static, Type } from 'typebox'
import { MaybePerson, PersonOut } from '#features/accounts/schemas.ts'
import { FreeForm, Id, Nullable, named, Omittable, Timestamp } from '#http/atoms.ts'

const draftFields = {
  version: Type.Integer({
    minimum: 1,
    description: 'If-Match of a save with publish=false; 0 is that of no working copy.',
  }),
  updated_at: Timestamp,
  author: MaybePerson,
  base_version: Type.Integer({ minimum: 1, description: 'The version of the document that the text rests on.' }),
  to_merge: Type.Boolean({ description: 'The document has said something else since.' }),
  revision: Type.Integer({ minimum: 1, description: 'The id of the revision that has this text.' }),
  scheduled_at: Nullable(Timestamp),
  scheduled_revision: Nullable(
    Type.Integer({ minimum: 1, description: 'The revision that is published then; what is written later is not.' }),
  ),
  scheduled_as_of: Nullable(Type.String({ format: 'date-time', description: 'When that revision was written.' })),
  fault: Nullable(Type.String({ description: 'Why it was not published as scheduled.' })),
}
export const DraftOut = named('WorkingCopyState', draftFields)
export type DraftOut = Static<typeof DraftOut>

const textFields = {
  title: Type.String(),
  summary: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
}
export const BlocksOut = Type.Array(FreeForm, { description: 'Block objects: id, type, props, content, children.' })

/** Revision ids say what a text was typed over; drafts/draft.ts merges accordingly. */
const Revision = Type.Integer({ minimum: 1, description: 'The id of a revision.' })
export const EditedOut = named('EditedText', {
  document_id: Id,
  revision: Type.Integer({ minimum: 1, description: '`parent` of the next autosave.' }),
  is_saved: Type.Boolean({
    description: 'False: what was typed is part of the working copy, and nobody has saved it as a version yet.',
  }),
  version: Type.Integer({ minimum: 1, description: 'The version of the document.' }),
  draft_version: Type.Integer({ minimum: 0, description: 'The version of the working copy; 0: there is none.' }),
  base_version: Type.Integer({ minimum: 1, description: 'The version of the document that the text rests on.' }),
  author: MaybePerson,
  updated_at: Timestamp,
  ...textFields,
  blocks: BlocksOut,
})
const EditedHead = Type.Omit(EditedOut, ['blocks'])
export type EditedHead = Static<typeof EditedHead>

export const PresenceOut = named('PresenceOut', {
  revision: Type.Integer({ minimum: 1, description: 'The text that editors go on from: another one is news.' }),
  version: Type.Integer({ minimum: 1, description: 'The version of the document.' }),
  people: Type.Array(PersonOut, { description: 'The others who have the document open.' }),
})

export const AutosaveOut = named('AutosaveOut', {
  revision: Revision,
  draft_version: Type.Integer({ minimum: 0, description: 'The version of the working copy; 0: there is none.' }),
  is_saved: Type.Boolean({
    description: 'False: what was typed is part of the working copy, and nobody has saved it as a version yet.',
  }),
  merged: Nullable(
    Type.Object(
      { ...textFields, blocks: BlocksOut },
      { description: "What it says where someone else's changes are in it; null: what was sent." },
    ),
  ),
})
export type AutosaveOut = Static<typeof AutosaveOut>

const head = {
  document_id: Id,
  ...draftFields,
  ...textFields,
  created_at: Timestamp,
  base: Nullable(
    Type.Object(
      { ...textFields, blocks: BlocksOut },
      { description: 'What the document said when the copy was begun; null unless the copy is to be merged.' },
    ),
  ),
}
const DraftHeadOut = Type.Object(head)
/** Without the blocks, which are sent as saved JSON. */
export type DraftHeadOut = Static<typeof DraftHeadOut>
export const WorkingCopyOut = named('WorkingCopy', { ...head, blocks: BlocksOut })

/** For actions on a copy that someone has looked at. */
const DraftVersion = Omittable(
  Type.Integer({ minimum: 0, description: 'The version of the working copy that is meant; another one is refused.' }),
)
const DraftRevision = Omittable(
  Type.Integer({ minimum: 1, description: 'A revision of the working copy; what it says now if left out.' }),
)
export const PublishIn = named('PublishIn', { draft_version: DraftVersion, revision_id: DraftRevision })
export const ScheduleIn = named('ScheduleIn', {
  at: Nullable(
    Type.String({ description: 'A time with its zone, such as 2026-11-16T09:30:00Z; null: not at any time.' }),
  ),
  draft_version: DraftVersion,
  revision_id: DraftRevision,
})

export const PreviewLinkIn = named('PreviewLinkIn', {
  hours: Omittable(Type.Integer({ minimum: 1, maximum: 720, description: 'How long the link works; 72 if left out.' })),
  revision_id: Omittable(
    Type.Integer({
      minimum: 1,
      description:
        'A revision of the working copy; if left out, the link shows what the working copy says when it is opened.',
    }),
  ),
})
export const PreviewLinkOut = named('PreviewLink', { url: Type.String(), expires_at: Timestamp })

/** The query of every request that saves a document. */
export const PublishQuery = Type.Object({
  publish: Type.Boolean({
    default: true,
    description:
      'False: title, summary, tags and content go to the working copy, which only editors see; If-Match is then its version.',
  }),
})
export const SaveQuery = Type.Object({
  ...PublishQuery.properties,
  base_version: Type.Optional(
    Type.Integer({ description: 'With publish=false: the version of the document that the text rests on.' }),
  ),
  version: Type.Optional(
    Type.Integer({
      description: 'With publish=false: the version of the document, as If-Match is that of the working copy.',
    }),
  ),
})
