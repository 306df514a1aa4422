// The tables of documents that are open in editors. Written by features/live.

export type LiveTables = {
  /** The Yjs state of a document's shared draft: `state` holds everything up to `state_seq`, the updates since are rows. */
  live_documents: {
    document_id: number
    /** epoch is another one whenever the state was made anew from a text: updates of an older one don't fit it. */
    epoch: number
    state: Buffer
    state_seq: number
    /** seq is the newest update; counted under the row's lock, so that whoever has read up to one misses none. */
    seq: number
    /** revised_seq is the newest update that is in a revision, revision_id the draft's revision that it was then. */
    revised_seq: number
    revision_id: number
    touched_at: number
  }
  /** author_id is who sent the update, by their connection. */
  live_updates: {
    document_id: number
    seq: number
    author_id: number | null
    bytes: Buffer
  }
}
