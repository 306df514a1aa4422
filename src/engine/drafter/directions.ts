// What the notes tell the writer, as against what they state: a title, an outline, things to leave out or to bring in,
// how to write, what to change. Directions are never printed: they are obeyed, or a person is asked to follow them. A sentence
// that fits no pattern is a fact.

import type { DocumentKind } from './drafter.ts'
import { endLists } from './lines.ts'
import { findKind, type Request, readRequest } from './requests.ts'
import { terms } from './terms.ts'

/** Directions: `content` is the notes without the lines that were read as keys (`Title: …`), verbatim line by line. */
export type Directions = {
  content: string
  title?: string
  summary?: string
  kind?: DocumentKind
  sections: string[]
  excluded: string[][]
  topics: string[]
  short: boolean
  /** Headings to rename; `said` is the sentence that asks for it. */
  renames: { from: string; to: string; said: string }[]
  /** What the notes ask for in their own words and the built-in drafter cannot do. */
  tasks: string[]
}

/** A Direction in one sentence; `fact` is "Mention that <clause>": the clause is content. */
export type Direction =
  | { type: 'exclude'; what: string }
  | { type: 'topic'; what: string }
  | { type: 'fact'; clause: string }
  | { type: 'style'; short: boolean; kind?: DocumentKind | undefined }
  | Exclude<Request, { type: 'assignment' }>

const KEYS: [RegExp, 'title' | 'summary' | 'kind' | 'sections'][] = [
  [/^(?:title|titel|titre|título|заголовок|название|标题|タイトル)\s*[:：]\s*(.+)$/i, 'title'],
  [/^(?:summary|zusammenfassung|résumé|resumen|краткое описание|摘要|要約)\s*[:：]\s*(.+)$/i, 'summary'],
  [/^(?:kind|type|document type|art|typ)\s*[:：]\s*(.+)$/i, 'kind'],
  [
    /^(?:sections?|outline|structure|headings|gliederung|abschnitte|rubriques|estructura|secciones|структура|разделы|план|大纲|章节|构成|構成|見出し|章立て)\s*[:：]\s*(.*)$/i,
    'sections',
  ],
]

const EXCLUDE: RegExp[] = [
  /^(?:please )?(?:do not|don['’]t|never) (?:mention|talk about|cover|discuss|describe|write about|refer to):? (.+)$/i,
  /^(?:please )?avoid (?:mentioning|talking about|covering|discussing|describing|writing about|referring to):? (.+)$/i,
  /^(?:please )?(?:do not|don['’]t) include ((?!.*\b(?:in|when|if|unless|into)\b).{1,60})$/i,
  /^(?:please )?(?:skip|omit|leave out|exclude) ((?!.*\b(?:if|when|unless|steps?|this|ahead|to)\b).{1,60})$/i,
  /^(?:please )?(?:remove|drop|delete|cut|take out|leave out|skip|omit|exclude) ((?:anything|everything|all|any mentions?|(?:the )?(?:parts?|bits?|sections?|paragraphs?|sentences?|references?)) (?:about|on|of|to|related to|regarding|concerning|that mentions?) .{1,60})$/i,
  /^(?:bitte )?(?:erwähne|erwähnen sie|behandle) (.+?) nicht$/i,
  /^(?:bitte )?(?:lass|lasse|lassen sie) (.{1,60}?) (?:weg|aus)$/i,
  /^(?:bitte )?(.{1,60}?) (?:nicht erwähnen|weglassen|auslassen|nicht behandeln)$/i,
  /^(?:bitte )?(?:nicht erwähnen|weglassen|auslassen|nicht behandeln)\s*[:：]\s*(.+)$/i,
  /^keine erwähnung (?:von|der|des)\s+(.+)$/i,
  /^ne (?:pas )?(?:mentionner|mentionnez|mentionne|parler|parlez|évoquer|évoquez)(?: pas)?(?: ?:)? (?:de la |de l['’]|de |du |des |d['’])?(.+)$/i,
  /^(?:omettre|omettez) (.+)$/i,
  /^(?:laisse[rz]? de côté|supprime[rz]?|retire[rz]?) ((?:tout ce qui|toute mention|la partie|les parties) .{1,60})$/i,
  /^no (?:mencionar|menciones|mencione|incluir|incluyas|hables de|hablar de):? (.+)$/i,
  /^(?:omitir|omite|omita|deja fuera|dejar fuera) (.+)$/i,
  /^(?:elimina|eliminar|elimine|quita|quitar|quite) ((?:todo lo|cualquier mención|la parte|las partes) .{1,60})$/i,
  /^(?:не (?:упоминай(?:те)?|упоминать|пиши(?:те)? (?:о|об|про)|писать (?:о|об|про)|рассказывай(?:те)? (?:о|об|про))|пропусти(?:те|ть)?|не включай(?:те)?):? (.+)$/i,
  /^(?:убери(?:те)?|удали(?:те)?) ((?:вс[её]|все упоминания|любые упоминания|часть|раздел) .{1,60})$/i,
  /^请?(?:不要|不用|别|勿)(?:提到|提及|提|写|包括|涉及)[:：]?\s*(.+)$/,
  /^(?:触れない|書かない|含めない|言及しない)(?:こと|もの)?[:：]\s*(.+)$/,
  /^(.{1,60}?)(?:には?触れない|は省略|は含めない|は書かない|については?書かない)(?:で(?:ください)?|してください)?$/,
]

const TOPIC: RegExp[] = [
  /^(?:please )?(?:also )?(?:(?:make|be) sure to |remember to )?(?:mention|explain|describe|discuss|emphasi[sz]e|stress|highlight|point out|talk about|write about|focus on|cover) (.+)$/i,
  /^(?:please )?(?:also )?(?:(?:make|be) sure to )?(?:say|state|tell (?:the )?(?:readers?|users?)) (that .+)$/i,
  /^(?:please )?(?:also )?(?:add|include|give|show) (?:a|an|the|some)?\s*(?:short |brief |small )?(?:sections?|paragraphs?|notes?|sentences?|examples?|tables?|warnings?|instructions|details|information) (?:on|about|for|of|that|how)\s*(.+)$/i,
  /^(?:bitte )?(?:erwähne|erkläre|beschreibe|erläutere|betone)(?:n sie)? (?:auch )?(.+)$/i,
  /^(?:mentionne[rz]?|explique[rz]?|décri(?:re|s|vez)|précise[rz]?) (.+)$/i,
  /^(?:menciona|mencionar|explica|explicar|describe|describir|indica|indicar) (.+)$/i,
  /^(?:упомяни(?:те)?|объясни(?:те)?|опиши(?:те)?|расскажи(?:те)?(?: об?| про)?|укажи(?:те)?),? (.+)$/i,
  /^请?(?:提到|提及|说明|解释|介绍|强调)(.+)$/,
  /^(.{1,60}?)(?:について|に|を)(?:説明|触れ|言及|記載|紹介)(?:して|て|する)?(?:こと|ください)?$/,
]

const STYLE: RegExp[] = [
  /^(?:please )?(?:keep|make) (?:it|this|the (?:text|document|page|doc|tone|article|draft|language))\b/i,
  /^(?:please )?write (?:it|this|the (?:text|document|page|article|guide)|in (?:a|an|plain|simple|clear|the style)|for|short|about|as if)\b/i,
  /^(?:please )?draft (?:it|this)\b/i,
  /^(?:please )?(?:keep|make) (?:the|all|your) (?:\w+ )?(?:notes|guide|faq|policy|wording|intro(?:duction)?|summary|steps|sentences|answers|sections|headings) (?:very |as )?(?:short|brief|concise|friendly|simple|clear|formal|informal|neutral|plain|easy|readable|professional|crisp)\b/i,
  /^(?:please )?(?:(?:do not|don['’]t) use|avoid|no) (?:the )?(?:passive|jargon|acronyms|abbreviations|marketing)\b/i,
  /^(?:lgtm|thanks?(?: you)?|well done|(?:good|nice|great) (?:job|work|draft))$/i,
  /^(?:please )?use (?:(?:a|an) .{0,30}\b(?:tone|voice|style)\b|(?:bullet|short|simple|numbered|plain|clear) )/i,
  /^(?:(?:target )?audience|tone|style|length|format|readers?|voice|language|zielgruppe|stil|ton|sprache|public|style|audiencia|tono|аудитория|стиль|тон|язык|объём|读者|风格|語調|対象読者|文体)\s*[:：]/i,
  /^(?:assume|imagine) (?:that )?(?:the |our )?(?:readers?|users?|audience)\b/i,
  /^(?:the |this )?(?:document|page|article|guide|text|doc|draft) (?:should|must|needs to)\b/i,
  /^(?:please )?(?:be (?:brief|short|concise|friendly|precise)|short please|no jargon)\b/i,
  /^(?:bitte )?(?:halte|schreibe?|formuliere?)(?:n sie)? (?:es|den|das|kurz|einfach|für|in|sachlich)\b/i,
  /^(?:bitte )?kurz halten/i,
  /^(?:please )?in (?:plain|simple|clear|easy) (?:language|words|english)$/i,
  /^(?:bitte )?in (?:einfacher|klarer|leichter|verständlicher) sprache(?: schreiben)?$/i,
  /^(?:restez|rester|soyez|être) (?:bref|concis|court|simple)/i,
  /^(?:sé|sea|ser) (?:breve|conciso)/i,
  /^(?:пиши(?:те)?|будь(?:те)?|сделай(?:те)?) (?:кратко|коротко|просто|понятно|текст|документ)/i,
  /^请?(?:保持|写得|尽量).{0,10}(?:简短|简洁|简单|语气|风格)/,
  /(?:簡潔|短く|丁寧).{0,10}(?:書いて|まとめて|してください)/,
]
const SHORT =
  /\b(?:short|brief|concise|terse|kurz|knapp|court|bref|concis|breve|corto|conciso)\b|кратк|коротк|简短|简洁|簡潔|短く/i

/** How people begin before they say what they want. */
const GREETING =
  /^(?:hi|hello|hey|hallo|guten (?:tag|morgen)|bonjour|salut|hola|buenos días|привет|здравствуйте|你好|こんにちは)(?: (?:all|team|everyone|there|zusammen|\p{Lu}\p{L}+))?(?:[,!.:，、！。-]+\s*|$)|^(?:also|ok|so|and),? (?=\p{Ll})/iu
/** "Make it friendly and don't mention prices" orders two things. */
const AND = /,? (?:and|but) (?=(?:please )?(?:do not|don['’]t|never|leave out|omit|avoid|skip)\b)/i

/** readDirection says what a sentence of the notes orders, or undefined when it states something. */
export function readDirection(sentence: string): Direction | undefined {
  if (sentence.length > 400) return undefined
  const bare = sentence
    .replace(/[.!。！]+$/, '')
    .trim()
    .replace(GREETING, '')
  if (bare === '') return { type: 'style', short: false }
  const [first = '', second, ...more] = bare.split(AND)
  if (second === undefined || more.length > 0) return readOrder(bare, sentence)
  const last = readOrder(second, sentence)
  return last && readOrder(first, sentence) ? last : readOrder(bare, sentence)
}

function readOrder(bare: string, sentence: string): Direction | undefined {
  for (const pattern of EXCLUDE) {
    const what = pattern.exec(bare)?.[1]
    if (what) return { type: 'exclude', what }
  }
  if (STYLE.some((pattern) => pattern.test(bare))) return { type: 'style', short: SHORT.test(bare) }
  for (const pattern of TOPIC) {
    const what = pattern.exec(bare)?.[1]
    if (what) return topicOrFact(what, sentence)
  }
  const request = readRequest(bare)
  return request?.type === 'assignment' ? { type: 'style', short: SHORT.test(bare), kind: request.kind } : request
}

const QUESTION_WORD = /^(?:how to|how|why|what|where|when|wie|warum|comment|cómo|как)\s+/i
const TRAILING_ALSO = /,?\s+(?:too|also|as well|please|auch|aussi|también|тоже|также)$/i

/** "Mention that the key expires" states that the key expires; German moves the verb, so its clause is only a topic. */
function topicOrFact(what: string, sentence: string): Direction {
  const clause = /^(?:that|que|qu['’]|что)\s+(.+)$/i.exec(what.replace(/^,\s*/, ''))?.[1]
  if (!clause) return { type: 'topic', what: what.replace(QUESTION_WORD, '').replace(TRAILING_ALSO, '') }
  const at = sentence.indexOf(clause)
  return { type: 'fact', clause: at < 0 ? clause : sentence.slice(at) }
}

/** readDirections reads the lines that are keys; sentences are read one by one later (readDirection). */
export function readDirections(notes: string): Directions {
  const directions: Directions = {
    content: '',
    sections: [],
    excluded: [],
    topics: [],
    short: false,
    renames: [],
    tasks: [],
  }
  const kept: string[] = []
  const lines = notes.split(/\r?\n/)
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const key = readKey(line)
    if (!key) {
      kept.push(line)
      continue
    }
    kept.push('')
    if (key.name === 'title') directions.title = key.value
    else if (key.name === 'summary') directions.summary = key.value
    else if (key.name === 'kind') directions.kind = findKind(key.value)
    else if (key.value !== '') directions.sections = splitList(key.value)
    else {
      while (/^\s*(?:[-*+]|\d{1,3}[.)])\s+\S/.test(lines[at + 1] ?? '')) {
        at++
        directions.sections.push((lines[at] ?? '').replace(/^\s*(?:[-*+]|\d{1,3}[.)])\s+/, '').trim())
        kept.push('')
      }
    }
  }
  directions.content = endLists(kept).join('\n')
  return directions
}

function readKey(line: string): { name: (typeof KEYS)[number][1]; value: string } | undefined {
  if (line.length > 500) return undefined
  const bare = line
    .replace(/^\s*(?:[-*+]\s+)?/, '')
    .replaceAll('**', '')
    .trim()
  for (const [pattern, name] of KEYS) {
    const match = pattern.exec(bare)
    const value = match?.[1]?.trim()
    if (value === undefined) continue
    if (name === 'kind' && !findKind(value)) return undefined
    if (name === 'sections' && value !== '' && splitList(value).length < 2) return undefined
    return { name, value }
  }
  return undefined
}

function splitList(value: string): string[] {
  const parts = value.split(/\s*[,;、，；|→]\s*/).map((part) =>
    part
      .replace(/^(?:and|und|et|y|и)\s+/i, '')
      .replace(/[.。]$/, '')
      .trim(),
  )
  return parts.filter((part) => part !== '' && part.length <= 120).slice(0, 20)
}

/** What stands around the thing itself: "anything about LDAP" is LDAP. */
const AROUND: RegExp[] = [
  /^(?:anything|everything|all|any mentions?|mentions?|(?:any |the |all )?(?:parts?|bits?|sections?|chapters?|paragraphs?|sentences?|references?|details?|information|stuff))(?: (?:else|that (?:is|are|has to do)))? (?:about|on|of|to|with|related to|regarding|concerning|that mentions?)\s+/i,
  /^(?:alles|jede erwähnung|(?:den|die) (?:teile?|abschnitte?|absatz|absätze)|angaben|informationen)(?:,? was)? (?:über|zu|zum|zur|von|vom|mit)\s+/i,
  /^(?:tout ce qui (?:concerne|touche à)|toute mention|(?:la|les) parties?|tout) ?(?:sur|de l['’]|de la|du|des|de|d['’]|à propos de)?\s*/i,
  /^(?:todo lo (?:relacionado con|referente a|relativo a|que tenga que ver con|de|sobre)|cualquier mención (?:de|a)|las? partes? (?:sobre|de))\s+/i,
  /^(?:вс[её](?:,? что (?:касается|связано с))?|(?:все |любые )?упоминания|часть|раздел)(?: (?:о|об|про|с))?\s+/i,
  /^(?:任何|所有|一切)?(?:关于|有关|涉及|与)?(?=.+的(?:内容|部分|信息)$)|(?:有关|相关)?的(?:内容|部分|信息)$/g,
  /(?:に関する|についての)(?:こと|内容|部分|記述|情報)?(?:すべて)?$/,
]

/** excludedTerms turns "anything about pricing or discounts" into the sets of stems that a passage must not hold. */
export function excludedTerms(what: string): string[][] {
  return AROUND.reduce((text, around) => text.replace(around, ''), what)
    .split(/\s*(?:,|;|、|，)\s*|\s+(?:or|and|nor|oder|und|ou|et|o|y|или|и)\s+/i)
    .map((part) => terms(part, 12))
    .filter((set) => set.length > 0)
}

/** isExcluded: a passage that holds every word of something that was to be left out. */
export function isExcluded(text: string, excluded: string[][]): boolean {
  if (excluded.length === 0) return false
  const held = new Set(terms(text))
  return excluded.some((set) => set.every((term) => held.has(term)))
}
