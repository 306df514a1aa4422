// What people ask the writer to do with the text: to write a document, to rename a heading, to move, split or shorten a part of
// it. Such a sentence is never content. It has to name the text or a part of it, for a how-to gives orders to its reader too.

import { DOCUMENT_KINDS, type DocumentKind } from './drafter.ts'
import { words } from './terms.ts'

/** A Request: what to write (obeyed by drafting at all), a title, a heading to rename, or a task that is left to a person. */
export type Request =
  | { type: 'assignment'; kind: DocumentKind | undefined }
  | { type: 'title'; title: string }
  | { type: 'rename'; from: string; to: string }
  | { type: 'task' }

/** Six letters name a kind in most of our languages: “Referenz”, “Tutoriel”, “release note”. */
export function findKind(value: string): DocumentKind | undefined {
  return DOCUMENT_KINDS.find((kind) => value.toLowerCase().includes(kind.slice(0, 6)))
}

export function readRequest(sentence: string): Request | undefined {
  const title = TITLE.exec(sentence)?.slice(1).find(Boolean)
  if (title) return { type: 'title', title }
  const renamed = readRename(sentence)
  if (renamed) return renamed
  const assignment = ASSIGNMENTS.map((pattern) => pattern.exec(sentence)?.[1]).find((noun) => noun !== undefined)
  if (assignment !== undefined) return { type: 'assignment', kind: findKind(assignment) }
  if (BASIS.test(sentence)) return { type: 'assignment', kind: undefined }
  const isTask = REMARKS.some((remark) => remark.test(sentence)) || EDITING.some((each) => asksToEdit(sentence, each))
  return isTask ? { type: 'task' } : undefined
}

const TITLE =
  /^(?:please )?(?:change|set|rename) the (?:page |document )?title (?:in)?to [“"]([^”"]{1,200})[”"]$|^the title should (?:be|read|say) [“"]([^”"]{1,200})[”"]$|^(?:bitte )?(?:ändere?|setze?) den titel (?:in|auf|zu) [„"]([^“”"]{1,200})[“”"]$|^der titel soll(?:te)? [„"]([^“”"]{1,200})[“”"] (?:lauten|sein|heißen)$/i

/** What people say of a draft that they have read, in a few words. */
const REMARKS: RegExp[] = [
  /^(?:(?:it|this|that|the (?:text|draft|page|document|whole thing|tone|style|language)) (?:is|feels|sounds) )?(?:still |way |much |far |a bit )?too (?:long|short|formal|informal|vague|detailed|technical|wordy|dry)(?:[,;:] .{1,40})?$/i,
  /^(?:shorter|longer|simpler|clearer|friendlier)(?:,? please)?$|^more (?:detail|details|examples|context)(?: (?:on|about|for) .{1,40})?(?:,? please)?$/i,
  /^(?:please )?(?:split|shorten|simplify|rewrite|rephrase|reword|expand|condense|proofread)(?: (?:it|this|that|them))?(?:,? please)?$/i,
  /^(?:please )?(?:add|give|include) (?:an|some|more|another|a few|one)(?: more)? (?:examples?|details?|context|explanations?|headings?|diagrams?|screenshots?)(?:,? please)?$/i,
  /^(?:please )?(?:put|move) the (?:overview|prerequisites|requirements|steps|troubleshooting|examples?|limits|summary|warnings?) (?:first|last|before .{1,40}|after .{1,40}|(?:at|to) the (?:top|end|beginning|bottom))$/i,
  /^(?:please )?(?:start|begin|end) with the (?:overview|prerequisites|requirements|steps|troubleshooting|examples?|summary)$/i,
  /^(?:please )?keep only the (?:first|last)\b.{0,20}(?:steps?|sections?|paragraphs?|sentences?)$/i,
  /^(?:please )?translate (?:it|this|the (?:page|text|draft|document)) (?:in)?to \w+$/i,
  /^(?:the order of the (?:steps|sections) is|steps? \d+(?: and \d+)? (?:is|are)|the (?:intro(?:duction)?|overview|conclusion) is) (?:wrong|missing|incorrect|incomplete|outdated)\b/i,
  /^(?:sections?|steps?) \d+ (?:repeats?|duplicates?|contradicts?)\b/i,
  /^(?:looks|reads|sounds) (?:good|great|fine|ok)[,;] but\b/i,
  /^i (?:do not|don['’]t) like the\b|^i(?: would|['’]d) prefer\b/i,
  /^(?:this|it|the (?:page|doc|document|draft|guide)) (?:needs|is missing|lacks|could use) (?:an?|some|more) (?:table|example|diagram|section|screenshot|summary|detail|context)s?$/i,
  /^(?:bitte )?füge? (?:ein|mehr|weitere) beispiele? hinzu$|^(?:bitte )?mach eine (?:tabelle|liste) daraus$|^(?:viel )?zu (?:lang|kurz|förmlich|ausführlich|knapp)$/i,
]

const RENAMES =
  /\b(?:rename|retitle)\b|^(?:please )?(?:change|call)\b|benenne|umbenennen|renomme|renombra|^cambi[ae]r? el nombre|переимен|重命名|改名|改为|改成|名前を変|に変更|リネーム/i
const QUOTED = /[“"«„「『]\s?([^“”"«»„「」『』]{1,120}?)\s?[”“"»」』]/g
const NAMED_HEADING = /\brename the (?:section|heading|chapter) (.{1,80}?) (?:in)?to (.{1,80})$/i

/** Two names in quotes; where the first looks like one of a file, a how-to speaks to its reader. */
function readRename(sentence: string): Request | undefined {
  if (!RENAMES.test(sentence) || HANDLED.test(sentence)) return undefined
  const quoted = [...sentence.matchAll(QUOTED)].map((match) => match[1] ?? '')
  const [from, to] = quoted.length === 2 ? quoted : (NAMED_HEADING.exec(sentence)?.slice(1) ?? [])
  if (!from || !to || words(to).length === 0 || /[\w-][./_][\w-]|[`=<>]/.test(`${from} ${to}`)) return undefined
  return { type: 'rename', from, to }
}

const ANY_NOUN =
  'faqs?|q&a|how-?to(?: guide)?|guide|tutorial|runbook|playbook|reference(?: page)?|policy|release notes?|changelog|post-?mortem|incident report|article|explanation|explainer|cheat ?sheet|handbook|manual|walkthrough|page|document(?:ation)?|doc|overview|summary|checklist|text|intro(?:duction)?'
const ABOUT = 'about|on|explaining|describing|covering|how|that (?:explains|describes|covers)|aimed|based'
const READERS =
  '(?:\\w+ ){0,2}(?:employees|hires|joiners|colleagues|customers|clients|users|readers|developers|engineers|admins|administrators|operators|beginners|people|staff|team|teams|managers|partners|support|sales|everyone|newcomers)'

/** Whoever is told to write a text is the writer; to create a page may be a step, unless the page is about something. */
const ASSIGNMENTS: RegExp[] = [
  new RegExp(
    `^(?:please |can you |could you )?(?:write|draft|compose)(?: me| us| up)? (?:an?|the|some|our)? ?(?:[\\w-]+ ){0,3}?(${ANY_NOUN})(?: (?:${ABOUT}|for|of|that|to|from|with|in|using)\\b.*)?$`,
    'i',
  ),
  new RegExp(
    `^(?:please |can you |could you )?(?:create|make|prepare|produce|put together|we need|i need|i want|i would like|i['’]d like)(?: me| us)? (?:an?|the|some|our) (?:[\\w-]+ ){0,3}?(${ANY_NOUN}) (?:(?:${ABOUT})\\b.*|for ${READERS}\\b.*)$`,
    'i',
  ),
  /^(?:bitte )?(?:schreib(?:e|en sie)?|verfass(?:e|en sie)?|erstell(?:e|en sie)?|wir brauchen) (?:eine?n? )?(?:[\p{L}-]+ ){0,3}?(faq|anleitung|leitfaden|tutorial|referenz|richtlinie|versionshinweise|störungsbericht|handbuch|artikel|text|übersicht)(?: (?:über|zu|zum|zur|für|von)(?!\p{L}).*)?$/iu,
  /^(?:veuillez |merci de |s['’]il vous plaît,? )?(?:écri[st]|écrire|écrivez|rédige[rz]?|crée[rz]?|créer) (?:une? |le |la )?(?:[\p{L}-]+ ){0,2}?(faq|guide|tutoriel|référence|politique|article|page|texte|notes de version)(?: [\p{L}-]+){0,2}? (?:sur|pour|à propos|qui explique|expliquant)(?!\p{L}).*$/iu,
  /^(?:por favor,? )?(?:escrib[ae]|escribir|redact[ae]r?|cre[ae]|crear|prepar[ae]r?) (?:una? |el |la |unas )?(?:[\p{L}-]+ ){0,2}?(faq|guía|tutorial|referencia|política|artículo|página|texto|notas de la versión)(?: [\p{L}-]+){0,2}? (?:sobre|para|acerca|que explique)(?!\p{L}).*$/iu,
  /^(?:пожалуйста,? )?(?:напиши(?:те)?|составь(?:те)?|подготовь(?:те)?|создай(?:те)?) (?:[\p{L}-]+ ){0,2}?(faq|инструкци[юя]|руководство|справочник|политику|статью|текст|страницу|обзор|памятку)(?: (?:о|об|про|по|для)(?!\p{L}).*)?$/iu,
  /^请?(?:帮我)?(?:写|编写|撰写|起草)(?:一?[篇份个])?(?:.{0,40}(?:的|关于.{1,40}))?(faq|常见问题|指南|教程|参考|政策|文章|文档|说明)$/iu,
  /^.{1,40}(?:について|に関する|の|向けの).{0,12}?(faq|よくある質問|ガイド|チュートリアル|手順書|マニュアル|記事|文書|ページ)を(?:書い|作成し|作っ)て(?:ください)?$/iu,
]

/** All sources are used anyway: to be told which one to start from asks for nothing more. */
const BASIS =
  /^(?:please )?(?:use|take|base (?:it|this|the \w+) on|start from|work from) .{1,120}\b(?:as (?:the |a |your )?(?:basis|base|source|starting point|template|reference)|below|attached|above)$|^(?:please )?base (?:it|this|the \w+) on\b|^(?:please )?use the (?:attached|pasted|provided) (?:\w+ )?(?:page|material|notes|document|doc|text|source|transcript)$|^(?:bitte )?.{1,120} als (?:grundlage|basis|quelle|vorlage)(?: (?:nehmen|nutzen|verwenden))?$|^(?:utilise[rz]|prene[rz]|prendre) .{1,120} comme (?:base|source|modèle)$|^(?:usa|use|usar|toma|tome) .{1,120} como (?:base|fuente|plantilla)$|^(?:возьми(?:те)?|используй(?:те)?) .{1,120} (?:за основу|как основу|в качестве основы|как источник)$|^请?(?:以|用|使用|根据).{1,80}(?:为|作为)(?:基础|依据|参考)$|^.{1,80}を(?:元|基|もと|ベース|参考)に(?:して|書いて)?(?:ください)?$/iu

/**
 * Editing: how a language orders changes to a text. An `always` verb is one of writing, whatever part is named; a `mostly` verb
 * needs a part that only texts have (`parts`). `texts` are what a text is called, which the reader of a how-to may handle too.
 */
type Editing = { please: RegExp; always: RegExp; mostly: RegExp; parts: RegExp; texts: RegExp; complaint?: RegExp }

/** Where a polite word opens the steps of a how-to, it says nothing. */
const NEVER = /(?!)/

const EDITING: Editing[] = [
  {
    please: /^(?:and |also |then )?(?:please|pls|can you|could you|would you)(?: please)?,? |,? please$/,
    always:
      /^(?:also )?(?:rewrite|reword|rephrase|shorten|condense|tighten|simplify|restructure|reorgani[sz]e|reorder|rearrange|proofread|summari[sz]e|elaborate|clarify|polish|lengthen|split|merge|retitle|write|draft(?= (?:an?|the|our)\b)|compare|translate|spell out|flesh out)\b/,
    mostly:
      /^(?:also )?(?:create|make|add|insert|include|move|rename|remove|delete|drop|cut|use|put|turn|convert|change|fix|correct|improve|update|keep|replace|swap|combine|join|expand|extend|trim|start|begin|end|list|show|give|present|format|number|lay out|break|describe|explain|mention)\b/,
    parts:
      /(?<!\b(?:from|in|on|under|with|by|after|before|per|(?<!out )of)(?: the| this| that)(?: \w+)? |\b(?:from|see|in|by|after|before|per|with|(?<!out )of) )\b(?:(?:sub-?)?sections?|chapters?|paragraphs?|sentences?|(?:sub-?)?headings?|headlines?|intro(?:duction)?|conclusion|wording|phrasing|typos?|faqs?|bullet(?:s| points?|ed list)|steps? \d+|(?:first|second|third|fourth|fifth|last|previous) (?:step|bullet))\b|\b(?:in|as|into) an? (?:\w+ )?(?:table|list|diagram|chart)\b|^move\b.*\bsteps? \d+/,
    texts:
      /(?<!\b(?:from|on|with|by|after|before|of)(?: an?| the| this| that)(?: \w+)? |\bin (?:the|this|that)(?: \w+)? )\b(?:document|doc|page|article|guide|how-?to|tutorial|draft|text|title|summary|outline|structure|overview|table|list|diagram|examples?|steps?|tone)\b/,
    complaint:
      /^(?:the |this |your )?(?:(?:\w+ )?(?:sections?|chapters?|paragraphs?|sentences?|headings?|intro(?:duction)?|conclusion|wording|draft|summary|title|overview)|steps? \d+)(?: .{1,60})? (?:is|are|feels?|reads?|sounds?|seems?|looks?|needs?|should|could|must) (?!.*\b(?:if|when|unless|because)\b)(?:(?:way|much|far|a bit|still|a little|very) )?(?:too \w+|unclear|confusing|redundant|repetitive|boring|outdated|not clear|hard to (?:read|follow)|(?:to )?be (?:shorter|longer|clearer|simpler|shortened|split|moved|removed|rewritten|renamed|merged|simplified|expanded|first|last)|more (?:detail|context)|work\b)/,
  },
  {
    please: /^bitte | bitte$|[ ,]bitte /,
    always:
      /^(?:schreib|verfass|kürze|überarbeit|formulier|vergleich|gliedere)|(?:kürzen|überarbeiten|umformulieren|vergleichen|zusammenfassen|umschreiben|ausformulieren|aufteilen|umgliedern)$/,
    mostly:
      /^(?:erstell|teile|verschieb|ergänz|füge|entfern|streich|lösch|fasse|benenn|änder|mach|stell|trenn|setz|tausch)|(?:erstellen|verschieben|ergänzen|hinzufügen|einfügen|entfernen|streichen|löschen|trennen|zusammenlegen|ändern|umbenennen|teilen|machen|tauschen)$/,
    parts:
      /(?<!\p{L})(?:abschnitte?s?n?|absatz|absätze|kapitel|überschrift(?:en)?|satz|sätze|einleitung|(?<!aus |von |in |nach |vor |bei |siehe )schritte? \d+|(?:erste|zweite|dritte|vierte|letzte)[nr]? schritt|faqs?|stichpunkte?n?|tippfehler|(?:in|als) (?:einer? )?(?:\p{L}+ )?(?:tabelle|liste))(?!\p{L})/u,
    texts:
      /(?<!\p{L})(?:dokument|seite|text|artikel|entwurf|titel|zusammenfassung|übersicht|anleitung|leitfaden|tabelle|liste|beispiele?|ton)(?!\p{L})/u,
    complaint:
      /^(?:der |die |das |dieser |diese )?(?:(?:\p{L}+ )?(?:abschnitt|absatz|kapitel|überschrift|satz|einleitung|entwurf|zusammenfassung|titel)|schritte? \d+)(?: .{1,60})? (?:ist|sind|klingt|wirkt) (?:(?:viel|etwas|noch|noch immer) )?(?:zu \p{L}+|unklar|verwirrend|überflüssig|veraltet|unverständlich)/u,
  },
  {
    please: /^(?:veuillez|merci de|s['’]il (?:vous|te) plaît,?) |,? s['’]il (?:vous|te) plaît$/,
    always:
      /^(?:réécri|rédige|écri|reformule|raccourci|abrège|simplifie|résume|compare|restructure|fusionne|scinde|divise)/,
    mostly:
      /^(?:cré|ajoute|insère|insér|déplace|supprime|retire|enlève|enlev|remplace|modifie|corrige|renomme|mett|mets|sépare|transforme)/,
    parts:
      /(?<!\p{L})(?:sections?|chapitres?|paragraphes?|phrases?|titres?|introduction|conclusion|(?<!(?:à|après|avant|dans|de) l['’])étapes? \d+|faq|puces|(?:dans|sous forme d|en|d['’])\s?e? ?(?:un )?(?:tableau|liste))(?!\p{L})/u,
    texts: /(?<!\p{L})(?:document|page|article|guide|texte|brouillon|résumé|aperçu|tableau|liste|exemples?)(?!\p{L})/u,
    complaint:
      /^(?:l['’]|la |le |cette |ce )(?:section|chapitre|paragraphe|phrase|titre|introduction|étape \d+|résumé)(?: .{1,60})? est (?:(?:beaucoup|un peu) )?(?:trop \p{L}+|confuse?|obscure?|redondante?)/u,
  },
  {
    please: /^por favor,? |,? por favor$/,
    always:
      /^(?:reescrib|redact|escrib|reformul|acort|abrevi|simplific|resum|compar|reestructur|fusion|divid|separ)\p{L}*/u,
    mostly: /^(?:cre|añad|agreg|insert|muev|mover|elimin|quit|borr|reemplaz|cambi|corrig|correg|renombr|pon|conviert)/,
    parts:
      /(?<!\p{L})(?:secci(?:ón|ones)|capítulos?|párrafos?|frases?|encabezados?|introducción|conclusión|(?<!(?:del|en el|al|tras el) )pasos? \d+|faq|viñetas|(?:en|como) una (?:tabla|lista))(?!\p{L})/u,
    texts: /(?<!\p{L})(?:documento|página|artículo|guía|texto|borrador|título|resumen|tabla|lista|ejemplos?)(?!\p{L})/u,
    complaint:
      /^(?:la |el |esta |este )(?:sección|capítulo|párrafo|frase|título|introducción|resumen|paso \d+)(?: .{1,60})? es (?:demasiado \p{L}+|confus[oa]|redundante)/u,
  },
  {
    please: /^пожалуйста,? |,? пожалуйста$/,
    always:
      /^(?:перепиши|напиши|сократи|перефразируй|упрости|сравни|переработай|разбей|раздели|объедини|резюмируй)(?:те)?(?!\p{L})/u,
    mostly:
      /^(?:создай|добавь|вставь|перенеси|перемести|удали|убери|замени|исправь|измени|переименуй|сделай|оформи)(?:те)?(?!\p{L})/u,
    parts:
      /(?<!\p{L})(?:раздел\p{L}{0,2}|глав[ауые]|абзац\p{L}{0,2}|предложени[ея]|заголов(?:ок|ки|ка)|введени[ея]|вступлени[ея]|шаги? \d+|faq|(?:в|в виде) (?:таблиц[еуы]|спис(?:ке|ком|ка)))(?!\p{L})/u,
    texts:
      /(?<!\p{L})(?:документ|страниц[ауы]|стать[юяи]|текст|черновик|название|резюме|таблиц[ауы]|список|пример\p{L}?)(?!\p{L})/u,
    complaint:
      /^(?:раздел|абзац|заголовок|введение|вступление|шаг \d+|текст|черновик)(?: .{1,60})? (?:слишком \p{L}+|непонят\p{L}+|устарел\p{L}*)/u,
  },
  {
    please: NEVER,
    always: /^请?(?:(?:把|将|用|以).{0,40})?(?:改写|重写|缩短|精简|简化|润色|比较|对比|拆分|拆成|合并)/,
    mostly:
      /^请?(?:(?:把|将|用|以).{0,40})?(?:写|创建|添加|增加|加上|移到|移动|移出|删除|删掉|去掉|替换|修改|改名|改成|列出)/,
    parts:
      /(?:章节|小节|这一?节|段落|标题|引言|开头|(?:步骤 ?\d+|第.{1,3}[步段节])(?:$|拆|分|缩|删|移|改|合|写)|常见问题|faq|(?:用|成|以)(?:表格|列表))/,
    texts: /(?:文档|页面|文章|草稿|正文|摘要|指南|表格|列表)/,
    complaint: /^(?:这一?节|段落|标题|引言|步骤 ?\d+|第.{1,3}[步段节]).{0,20}(?:太|过于|不清楚|多余)/,
  },
  {
    please: NEVER,
    always:
      /(?:書き直し|言い換え|短くし|簡潔にし|要約し|比較し|分割し|分け|統合し|まとめ)(?:て|る|てください|てほしい|てほしいです)?$/,
    mostly: /(?:書い|作成し|追加し|移動し|移し|削除し|消し|変更し|修正し)(?:て|てください|てほしい|てほしいです)?$/,
    parts:
      /(?:セクション|段落|見出し|導入文?|序文|(?:手順|ステップ) ?\d+(?:を|は|から)|faq|よくある質問|(?:表|一覧|箇条書き)[でに])/,
    texts: /(?:文書|ドキュメント|記事|下書き|本文|要約|ガイド)/,
    complaint:
      /^(?:この)?(?:セクション|段落|見出し|導入|(?:手順|ステップ) ?\d+).{0,20}(?:すぎ|わかりにく|分かりにく|不明)/,
  },
]

/** What a how-to tells its reader to handle: files, code, the parts of a program, things of the reader's own. */
const HANDLED =
  /`|[:：]$|[\w)] > |\b(?:following|files?|config\w*|database|console|dashboard|menu|portal|settings|repo\w*|editor|button|command|spreadsheet|yours?|datei|konfiguration\w*|datenbank|menü|fichier|archivo|файл\w*)\b|文件|ファイル|设置|設定/i

function asksToEdit(sentence: string, { please, always, mostly, parts, texts, complaint }: Editing): boolean {
  const said = sentence.toLowerCase()
  if (complaint?.test(said)) return true
  const isPolite = please.test(said)
  const order = isPolite ? said.replace(please, ' ').trim() : said
  const [isWriting, isChange] = [always.test(order), mostly.test(order)]
  if (!isWriting && !isChange) return false
  if (parts.test(order)) return isWriting || !HANDLED.test(order)
  if (HANDLED.test(order)) return false
  return texts.test(order) ? isWriting || isPolite : isWriting && isPolite
}
