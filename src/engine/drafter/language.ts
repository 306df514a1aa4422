// Which language a text is in, from its script and its commonest words. A guess that picks phrases and stop words;
// nothing depends on its being right.

/** STOP_WORDS are words too common to say what a text is about; they also give a Latin-script language away. */
const STOP_WORDS: Record<string, string> = {
  en: 'the a an and or of to in on for with by from is are was be been it its this that these those you your we our as at can will if when not do does have has how what which why who into then than so but',
  de: 'der die das den dem des ein eine einen einem einer und oder nicht ist sind war mit von zu zum zur auf im in für auch wird werden kann sie ihr es wenn dass wie was bei nach aus an als durch über nur noch',
  fr: 'le la les un une des du de et ou est sont dans pour avec sur par pas ne que qui vous nous il elle ce cette ces au aux en se si comme plus son sa ses être comment quand',
  es: 'el la los las un una unos unas y o de del en con por para es son no que se su sus al como más lo este esta estos cuando puede si cómo qué sin sobre',
  pt: 'o a os as um uma e ou de do da dos das em no na nos nas com por para é são não que se seu sua ao como mais este esta quando pode você',
  it: 'il lo la gli le un una e o di del della dei in nel con per è sono non che si suo sua al come più questo questa quando può sul',
  nl: 'de het een en of van in op met voor is zijn was niet dat die je u wij als bij uit naar door wordt worden kan ook maar om te',
  pl: 'i w na z do nie się jest są to że jak dla po od przez przy lub oraz który która które można tego jego',
  ru: 'и в во на с со не что как для по из от до это при или его её их вы мы он она они если когда можно нужно также к у о об за же бы быть есть',
  uk: 'і в у на з із не що як для по від до це при або його її їх ви ми він вона вони якщо коли можна потрібно також та є',
}

const byLanguage = new Map(Object.entries(STOP_WORDS).map(([code, list]) => [code, new Set(list.split(' '))]))
const allStopWords = new Set(Object.values(STOP_WORDS).flatMap((list) => list.split(' ')))

export function isStopWord(word: string): boolean {
  return allStopWords.has(word)
}

const SCRIPTS: [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Han}/gu, 'zh'],
  [/\p{Script=Cyrillic}/gu, 'ru'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Devanagari}/gu, 'hi'],
  [/\p{Script=Thai}/gu, 'th'],
]
const SAMPLE = 4_000

/** detectLanguage answers a two-letter code; English when nothing says otherwise. */
export function detectLanguage(text: string): string {
  const sample = text
    .slice(0, SAMPLE)
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/`[^`\n]*`/g, ' ')
  const letters = (sample.match(/\p{L}/gu) ?? []).length
  if (letters === 0) return 'en'
  for (const [script, code] of SCRIPTS) {
    const share = (sample.match(script) ?? []).length / letters
    if (code === 'ja' ? share > 0.08 : share > 0.3) return code === 'ru' ? cyrillicLanguage(sample) : code
  }
  return latinLanguage(sample)
}

function cyrillicLanguage(sample: string): string {
  return /[іїєґ]/i.test(sample) && !/[ыэъ]/i.test(sample) ? 'uk' : 'ru'
}

function latinLanguage(sample: string): string {
  const votes = new Map<string, number>()
  for (const word of sample.toLowerCase().match(/\p{L}+/gu) ?? []) {
    for (const [code, list] of byLanguage) if (list.has(word)) votes.set(code, (votes.get(code) ?? 0) + 1)
  }
  let best = 'en'
  for (const [code, count] of votes) if (count > (votes.get(best) ?? 0)) best = code
  return best
}
