// What a language's data holds. One JSON file a language, all of this shape: a new language begins with such a file
// (docs/pipeline.md lists the rest). Search and the drafters read it; neither owns it. No algorithm elsewhere holds a word of any
// language.
//
// A WordList is text with commas between its entries. An entry may be several words; one that ends in `*` stands for all
// words that begin so. Case and accents don't matter. Languages without spaces are searched for the entries anywhere.

type WordList = string

/** A DirectiveKey opens an order to the writer that a program can carry out: `Leave out: prices`. */
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

/** WORD_CLASSES are the lists that tell what a sentence is: features of the classifier, never verdicts by themselves. */
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

/** ASKED_KINDS of questions, in the order in which they are told apart. */
export const ASKED_KINDS = ['amount', 'when', 'why', 'where', 'how', 'what', 'yesno'] as const
export type AskedKind = (typeof ASKED_KINDS)[number]

export type LanguageData = {
  code: string
  /** Its own name, and the English one, as people write them after the key `Language`. */
  names: WordList
  /** True where words have no spaces between them. */
  unspaced?: boolean
  stopWords: WordList
  /** Words that turn a sentence into its opposite. */
  negations: WordList
  /** True where several of them in one clause deny once: “ne … pas”. */
  concord?: boolean
  /** Words that open a condition or a limit which a claim must not lose. */
  conditions: WordList
  /** Words that open a cause. */
  causes: WordList
  /** Words that say the opposite of each other, two an entry: `before/after`. */
  opposites: WordList
  /** The same for words between two things that may change places: “B after A” says what “A before B” does. */
  orders: WordList
  questionWords: WordList
  /** Single words by which people ask, rather than say what they ask for; search lets them count little. */
  askingWords: WordList
  /** Endings by which forms of one word differ; before one that begins with `+` the last letter is doubled. None: forms don't count. */
  endings?: WordList
  /** What a question of each kind has in it: the first kind that fits is it; of yesno, where words have spaces, the first words. */
  asks: Record<AskedKind, WordList>
  /** What a sentence often has that answers one; numbers, code and steps are looked for by themselves. */
  answers: Record<'what' | 'yesno' | 'where' | 'how' | 'why', WordList>
  /** Number words with their value: `one 1, two 2`. */
  numbers: WordList
  /** Words before a number that counts parts of a text: “step 2” states no value. */
  references: WordList
  /** The twelve months, the forms of one divided by `/`. */
  months: WordList
  /** Units: the common sign first, then how the language writes it: `min/minute/minutes`. */
  units: WordList
  /** Forms of address that follow a name, where names have no capitals. */
  honorifics?: WordList
  /** Short forms whose full stop ends no sentence, without it. */
  abbreviations: WordList
  classes: Record<WordClass, WordList>
  /** Words that say that something is otherwise than it was. */
  updates: WordList
  /** Words that give a thing another name: beside two names they are an order, or tell of one that was carried out. */
  renames: WordList
  /** The fields of a mail's head, as mail programs write them. */
  mailFields: WordList
  keys: Record<DirectiveKey, WordList>
  kinds: Record<
    'tutorial' | 'how-to' | 'reference' | 'explanation' | 'policy' | 'release-notes' | 'incident' | 'faq',
    WordList
  >
  phrases: Phrases
}

/** Phrases are what the drafters say in their own words: to the people who review, never in a draft. */
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
