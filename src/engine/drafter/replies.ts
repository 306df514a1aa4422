// What people reply to questions and actions: that there is nothing to say, that a figure is right, or which one is.

import type { AnsweredQuestion, EarlierAction, Source } from './drafter.ts'
import { type Figure, figuresIn } from './figures.ts'
import { isPointed } from './phrases.ts'
import { clip, plainText } from './plain.ts'
import { headingKey } from './terms.ts'

/** Answers that only say yes, no or "nothing to add" settle a question without adding a sentence. */
const EMPTY =
  /^(?:none|no|nope|nothing|skip|yes|ok(?:ay)?|done|fixed|confirmed|correct|checked|verified|right|fine|nein|keine?s?|nichts|ja|erledigt|stimmt|geprüft|bestätigt|non|rien|oui|aucune?|ninguno|ninguna|nada|sí|si|hecho|correcto|нет|да|готово|верно|ничего|проверено|无|没有|是|否|好的|なし|ありません|はい|いいえ|確認済み)(?: (?:needed|known|required|so far|yet|that i know(?: of)?|really|at all|here|for now|at the moment|to (?:add|say|report)|bekannt|nötig|à signaler|que (?:añadir|decir)|не нужно))*[.!。！]?$/i

const LONGEST_DISMISSAL = 200
/** The words that dismiss a section, whatever reason follows; but "not needed for admins" says something. */
const DISMISSALS: string[] = [
  "n/?a|not (?:applicable|needed|required|relevant|necessary)|(?:(?:it|this|that) )?(?:does not|doesn['’]t) apply|(?:please )?(?:drop|remove|skip|omit|delete|leave out|cut) (?:it|(?:this|the|that)(?: (?:whole|entire))? (?:section|part|heading|chapter|question|one))|(?:please )?leave (?:it|this|that|this section|the section) (?:out|empty)|we (?:do not|don['’]t) (?:have|need) (?:this|that|it|one|any)|there (?:is|are) none",
  '(?:das |dies )?(?:ist )?nicht (?:zutreffend|anwendbar|nötig|erforderlich|relevant|notwendig|vorhanden)|entfällt|(?:das )?trifft (?:hier |für uns |bei uns )?nicht zu|(?:bitte )?(?:diesen |den )?abschnitt (?:bitte )?(?:weglassen|streichen|entfernen|löschen|auslassen)|(?:bitte )?(?:weglassen|streichen|auslassen|überspringen)|kann (?:weg|entfallen|gestrichen werden)|brauchen wir (?:hier )?nicht|wird nicht (?:gebraucht|benötigt)',
  "sans objet|(?:non|pas) (?:applicable|nécessaire|pertinent)|(?:cela |ça )?ne s['’]applique pas|pas besoin|(?:supprime[rz]?|retire[rz]?|enlève|enleve[rz]|saute[rz]?|omettre|omettez|laisse[rz]? de côté) (?:cette|la) (?:section|partie)|à supprimer",
  'no (?:aplica|procede|corresponde|se aplica|es necesari[oa]|hace falta|es relevante|aplicable)|sin objeto|(?:elimin[ae]r?|quit[ae]r?|omit[ae]|omitir|borr[ae]r?|salt[ae]r?) (?:esta|la) (?:sección|parte)',
  '(?:это )?не ?применимо|(?:это )?не (?:относится|нужно|требуется|актуально)|(?:уберите|удалите|пропустите|исключите|убрать|удалить|пропустить) (?:этот |данный )?раздел|раздел не нужен',
  '不适用|不需要|无需|用不到|请?(?:删除|去掉|跳过|略过|省略|删掉)(?:此|本|这个?|这一)?(?:节|部分|章节|段)',
  '該当(?:なし|しない|しません|ありません)|不要|必要(?:ない|ありません|なし)|(?:この)?(?:セクション|節|章|項目)[はを]?(?:削除|省略|不要|除い)',
]
const DISMISSED = new RegExp(
  `^(?:${DISMISSALS.join('|')})(?=$|\\s*[.,;:!()–—。，、！；：-]|\\s+(?:here|to (?:us|this)|for (?:us|this)|in (?:this|our)|at all|any ?more|thanks|thank you|hier|für uns|bei uns|ici|chez nous|aquí|здесь|к нам)(?![\\p{L}])|です|でした|して)`,
  'iu',
)

/** hasNothingToSay: the answer settles its question, and no sentence of it belongs into the draft. */
export function hasNothingToSay(answer: string): boolean {
  const said = answer.trim()
  return EMPTY.test(said) || (said.length <= LONGEST_DISMISSAL && DISMISSED.test(said))
}

/** isDismissed: a section that people said nothing belongs under. */
export function isDismissed(heading: string, answers: AnsweredQuestion[]): boolean {
  const own = answers.filter(
    ({ section, body }) => section && headingKey(section) === headingKey(heading) && !isPointed(body),
  )
  return own.length > 0 && own.every(({ answer }) => hasNothingToSay(answer))
}

/** isCheck: an answer to such an action settles a figure or a choice; it is no text for the draft. */
export function isCheck(kind: string): boolean {
  return kind === 'verify' || kind === 'resolve_conflict'
}

const AGREES =
  /^(?:yes|yep|ok|correct|right|confirmed|both|all|they are|these are|ja|stimmt|korrekt|oui|exact|sí|correcto|да|верно|是的?|对|正确|はい|正しい)(?!\p{L})/iu
const DENIED_BEFORE =
  /(?:\bnot|\bisn['’]t|\binstead of|\brather than|\bnicht|\bstatt|\bpas|\bnon|\bau lieu de|\bno|\ben (?:lugar|vez) de|(?<!\p{L})не|(?<!\p{L})вместо|不是|而不是|而非)\s*$/iu
const DENIED_AFTER = /^[^\d\s,.;]{0,12}(?:ではな|じゃな)/u

/** affirms: the answer names the value, and not to deny it. */
export function affirms(answer: string, value: string): boolean {
  const digits = /\d[\d.,:/-]*/.exec(value)?.[0].replace(/[.,:/-]$/, '') ?? value
  return [...answer.matchAll(new RegExp(`(?<!\\d)${RegExp.escape(digits)}(?!\\d)`, 'g'))].some(
    ({ index }) =>
      !DENIED_BEFORE.test(answer.slice(Math.max(0, index - 20), index)) &&
      !DENIED_AFTER.test(answer.slice(index + digits.length)),
  )
}

/** Correction: a sentence of the sources whose figure an answer replaces; `text` is undefined for one that goes. */
type Correction = { text: string | undefined; source: Source }

const LONGEST_CLAIM = 240

/** Corrections are the figures that people gave in place of the doubted ones. */
export class Corrections {
  readonly #actions: { action: EarlierAction; answer: string; quotes: string[] }[]

  constructor(actions: EarlierAction[]) {
    this.#actions = actions.flatMap((action) => {
      const answer = action.answer?.trim() ?? ''
      if (!isCheck(action.kind) || answer === '' || AGREES.test(answer)) return []
      return [{ action, answer, quotes: quotesOf(action) }]
    })
  }

  /** find tells what becomes of a sentence; undefined when it stays. */
  find(sentence: string): Correction | undefined {
    const said = clip(plainText(sentence), LONGEST_CLAIM)
    for (const { action, answer, quotes } of this.#actions) {
      const change = quotes.includes(said) ? changeIn(answer, quotes, action.kind === 'resolve_conflict') : undefined
      if (!change) continue
      const old = figuresIn(sentence).find(({ value, unit }) => value === change.old.value && unit === change.old.unit)
      const source: Source = { kind: 'action', id: action.id, title: action.title ?? action.body, quote: answer }
      if (old) return { text: replaceFigure(sentence, old.written, change.written), source }
      // Of two sentences that disagreed the one that was kept is corrected, and the other still contradicts it.
      if (action.kind === 'resolve_conflict') return { text: undefined, source }
    }
    return undefined
  }
}

function quotesOf({ meta }: EarlierAction): string[] {
  const claims = Array.isArray(meta?.claims) ? meta.claims.map((claim) => claim?.quote) : []
  const quotes = Array.isArray(meta?.quotes) ? meta.quotes : []
  return [...claims, ...quotes]
    .filter((quote) => typeof quote === 'string')
    .map((quote) => clip(plainText(quote), LONGEST_CLAIM))
}

/** Words after a figure that are no unit. */
const ASIDE =
  /(?<=\d)\s+(?:now|today|instead|actually|currently|these days|jetzt|heute|inzwischen|maintenant|désormais|ahora|теперь|сейчас)(?!\p{L})/giu

/** The answer's one new figure takes the place of the one that it names, or of the only one that it can mean. */
function changeIn(answer: string, quotes: string[], disagree: boolean): { old: Figure; written: string } | undefined {
  const doubted = quotes.flatMap(figuresIn)
  const isDoubted = ({ value }: Figure) => doubted.some((figure) => figure.value === value)
  const given = figuresIn(answer.replace(ASIDE, ','))
  const [fresh, ...more] = given.filter((figure) => !isDoubted(figure))
  if (!fresh || more.length > 0) return undefined
  const named = doubted.filter(({ value }) => given.some((figure) => figure.value === value))
  const alike = (named.length > 0 ? named : doubted).filter(
    ({ unit, shape }) => shape === fresh.shape && (fresh.unit === '' || unit === '' || unit === fresh.unit),
  )
  const [old] = alike
  // Two sentences that disagree doubt one figure between them.
  const isClear = alike.every(({ value, unit }) => value === old?.value || (disagree && unit === old?.unit))
  return old && isClear ? { old, written: fresh.written } : undefined
}

function replaceFigure(sentence: string, old: string, written: string): string {
  return sentence.replace(new RegExp(`(?<![\\d.,])${RegExp.escape(old)}(?!\\d)`), () => written)
}
