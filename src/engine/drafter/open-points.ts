// Points that the notes leave open: "TODO: annual plans?", "who orders the badge??". They are asked, never printed.

/** These words open a point by themselves. */
const MARKER =
  /^(?:\[ \] )?(?:\*\*)?(?:to-?do|fixme|tbd|tbc|xxx|open (?:question|point|issue)s?|offene (?:frage|punkte?)n?|offener punkt|(?:noch )?zu klären|à (?:faire|définir|clarifier|confirmer)|question ouverte|por (?:hacer|definir|confirmar)|pregunta abierta|доделать|уточнить|открытый вопрос|待办|待定|待确认|未定|未決|要確認)(?:\*\*)?(?: ?[:：–—-]| ?\([^)]{1,30}\) ?[:：]|[.!?]*$|\s(?=[^:]*\?))/iu
/** These only where a question follows: a shop is open too. */
const MARKER_OF_QUESTION =
  /^(?:open|unclear|question|offen|unklar|frage|ouvert|pendiente|duda|открыто|неясно|вопрос|疑问|问题|不明|質問) ?[:：–—-].*[?？]/iu
const UNDECIDED = /\b(?:TBD|TBC)\b|(?:^|\s)FIXME\b|\S[?？]{2,}/u
const QUESTION = /[?？][)"”*_]*$/
/** A question that the writers put to themselves. */
const OWN_QUESTION =
  /\b(?:we|us|our|i)\b|^(?:what about|who|anything)\b|(?<!\p{L})(?:wir|uns|unser\p{L}*|nous|notre|nos|nosotros|nuestr\p{L}+|мы|нам|нас|наш\p{L}*)(?!\p{L})|我们|我們/iu
/** What people write after a question that they could not answer. */
const UNANSWERED =
  /^(?:\(?(?:i |we |someone )?(?:still )?(?:need|needs|have|has|must|should|will|want)(?: to)? (?:ask|check|clarify|confirm|find out|decide)|(?:check|clarify|confirm) with \p{Lu}?\p{L}+\W*$|(?:to be |still )(?:clarified|decided|confirmed|open|unclear)|not sure|no idea|unclear|don['’]t know|(?:muss|müssen|noch) .{0,40}(?:fragen|klären|klaeren)|weiß (?:ich |wir )?nicht|unklar|(?:à|il faut) (?:demander|vérifier|confirmer)|je ne sais pas|(?:hay que|tengo que|falta) (?:preguntar|confirmar|aclarar)|no sé|(?:надо|нужно) (?:спросить|уточнить|узнать)|не знаю|要问|需要问|待确认|不清楚|不确定|要確認|確認する|聞く|わからない)/iu

/** To ask someone is left to the writers where the question was theirs. */
const ASK = /^\(?(?:ask|frag|fragt|demander à|preguntar a|спросить|问|聞)(?!\p{Lu})/iu

/** areOpen tells of each sentence whether it leaves something open; `isLast` says that nothing follows that could answer it. */
export function areOpen(sentences: string[], isLast: boolean): boolean[] {
  const open = sentences.map((sentence, at) => {
    if (MARKER.test(sentence) || MARKER_OF_QUESTION.test(sentence) || UNDECIDED.test(withoutCode(sentence))) return true
    if (!QUESTION.test(sentence)) return false
    const next = sentences[at + 1]
    if (next !== undefined) return isUnanswered(sentence, next)
    return isLast || (sentences.length === 1 && OWN_QUESTION.test(sentence))
  })
  return open.map(
    (isOpen, at) => isOpen || (open[at - 1] === true && isUnanswered(sentences[at - 1] ?? '', sentences[at] ?? '')),
  )
}

function withoutCode(sentence: string): string {
  return sentence.replace(/`[^`]*`/g, '')
}

function isUnanswered(question: string, next: string): boolean {
  return UNANSWERED.test(next) || (ASK.test(next) && OWN_QUESTION.test(question))
}

/** withoutMarker gives the point itself: "TODO: returns?" asks about returns. */
export function withoutMarker(point: string): string {
  return point.replace(/^(?:\[ \] )?(?:\*\*)?[\p{L} -]{1,24}(?:\*\*)? ?[:：–—]\s*/u, '')
}

/** isBareMarker: "TBD" says that something is open, but not what. */
export function isBareMarker(point: string): boolean {
  return /^\W*(?:to-?do|fixme|tbd|tbc|xxx|待定|未定)?\W*$/i.test(point)
}

/** isMarked: a line that is marked as open is no question of a FAQ. */
export function isMarked(line: string): boolean {
  return MARKER.test(line) || MARKER_OF_QUESTION.test(line)
}
