// The shape of a language's data, one JSON file each (docs/pipeline.md lists what else a new language needs). Used by search
// and drafting. Code elsewhere contains no words of any language.
//
// A WordList is comma-separated. An entry may have several words; a trailing `*` matches any ending. Case and accents are
// ignored. In unspaced languages entries match anywhere.

type WordList = string

/** Keys of directives, which a program can follow: `Leave out: prices`. */
export type DirectiveKey =
  | 'title'
  | 'kind'
  | 'language'
  | 'summary'
  | 'sections'
  | 'leaveOut'
  | 'mention'
  | 'use'
  | 'length'
  | 'audience'

/** Lists that help to classify sentences; features, never decisive alone. */
export const WORD_CLASSES = [
  'documentNouns',
  'writingVerbs',
  'politeness',
  'style',
  'positions',
  'people',
  'openPoints',
  'smallTalk',
  'yes',
  'no',
  'remove',
  'unknown',
  'unneeded',
] as const
export type WordClass = (typeof WORD_CLASSES)[number]

/** Kinds of questions, in the order in which they are tried. */
export const ASKED_KINDS = ['amount', 'when', 'why', 'where', 'how', 'what', 'yesno'] as const
export type AskedKind = (typeof ASKED_KINDS)[number]

export type LanguageData = {
  code: string
  /** Its own and its English name, for the directive `Language`. */
  names: WordList
  /** Words are not separated by spaces. */
  unspaced?: boolean
  stopWords: WordList
  /** Words that negate a sentence. */
  negations: WordList
  /** Several negations in a clause count as one: “ne … pas”. */
  concord?: boolean
  /** Words that begin a condition or limit, which a claim must keep. */
  conditions: WordList
  /** Words that begin a cause. */
  causes: WordList
  /** Pairs of opposites: `before/after`. */
  opposites: WordList
  /** Opposites whose two sides may be swapped: “B after A” equals “A before B”. */
  orders: WordList
  questionWords: WordList
  /** Question words, which count little in search. */
  askingWords: WordList
  /** Endings of word forms; `+` doubles the last letter before the ending. Without any, forms are ignored. */
  endings?: WordList
  /** What each kind of question contains; the first match wins. `yesno` in spaced languages: how it begins. */
  asks: Record<AskedKind, WordList>
  /** What sentences that answer a kind often contain; numbers, code and steps are recognised separately. */
  answers: Record<'what' | 'yesno' | 'where' | 'how' | 'why', WordList>
  /** Number words with their value: `one 1, two 2`. */
  numbers: WordList
  /** Words before a number that refers to a part of a text: “step 2”. */
  references: WordList
  /** The twelve months, forms separated by `/`. */
  months: WordList
  /** Units: the sign, then spellings: `min/minute/minutes`. */
  units: WordList
  /** Forms of address after a name, in languages without capitals. */
  honorifics?: WordList
  /** Abbreviations (without their full stop) that don't end a sentence. */
  abbreviations: WordList
  classes: Record<WordClass, WordList>
  /** Words that say that something has changed. */
  updates: WordList
  /** Words of renaming: with two names they are an order to rename. */
  renames: WordList
  /** Names of mail header fields. */
  mailFields: WordList
  keys: Record<DirectiveKey, WordList>
  kinds: Record<
    'tutorial' | 'how-to' | 'reference' | 'explanation' | 'policy' | 'release-notes' | 'incident' | 'faq',
    WordList
  >
  phrases: Phrases
}

/** The drafters' own texts for reviewers; never in a draft. */
export type Phrases = {
  notes: string
  bare: string
  missingTerm: { title: string; body: string }
  held: Record<'order' | 'doubtful' | 'unplaced' | 'marked', string> & { body: string }
  instruction: { title: string; body: string }
  edit: { title: string; deleted: string; body: string }
  sort: { title: string; body: string }
  empty: { title: string; body: string }
  conflict: { title: string; body: string }
  fixLink: { title: string; body: string }
  unsupported: { title: string; body: string }
  partly: { title: string; body: string }
  style: { title: string; body: string }
  fallback: { title: string; body: string }
  outcome: Record<
    'applied' | 'corrected' | 'removed' | 'confirmed' | 'used' | 'leftOut' | 'dismissed' | 'noContent' | 'unclear',
    string
  >
}
