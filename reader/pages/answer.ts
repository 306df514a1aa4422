// The answer to a question, above search results: the answer with its source, a few possible passages, or that there is none.
// The search dialog shows the same markup.

import type { AnswerPassage, AnswerSentence, AskOut } from '#features/ask/schemas.ts'
import { html, type Markup, type Value } from '../html.ts'
import { dateOf, sectionPath } from '../site.ts'
import type { SiteWords } from '../words.ts'

/** `team`: the question can be submitted to the team, or was. */
type AnswerOffers = { isQuestion: boolean; toWrite?: boolean; team?: 'offered' | 'asked' | undefined }

/**
 * Empty for a search that isn't a question and has no clear answer. `toWrite` makes the script fetch the model's answer into
 * this place.
 */
export function renderAnswer(
  asked: AskOut | undefined,
  { isQuestion, toWrite = false, team }: AnswerOffers,
  words: SiteWords,
): Markup | false {
  const isTold = asked && asked.refused !== 'not_allowed' && (asked.answer !== null || isQuestion)
  if (!isTold) return false
  const { question, answer, passages, refused } = asked
  const section = (title: Value, inside: Markup): Markup =>
    html`<section class="answer" aria-labelledby="answer-title"${toWrite && answer?.by !== 'model' && passages.length > 0 && html` data-write`}><h2 id="answer-title">${title}</h2>${inside}</section>`
  const asking = answer === null && team !== undefined && askingTeam(question, team, words)
  if (refused !== null) return section(words.say('notSaid'), html`<p>${words.say('notSaidMore')}</p>${asking}`)
  const body = answer?.by === 'model' ? written(answer.sentences, words) : quotedPassages(passages, answer !== null)
  const stale = answer?.sentences.find(({ evidence }) => evidence.stale)
  return section(
    words.say('fromDocs'),
    html`${body}${stale && staleness(stale, words)}${asking}${feedback(question, words)}`,
  )
}

function quotedPassages([best, ...others]: AnswerPassage[], isSure: boolean): Markup {
  const shown = (one: AnswerPassage) => html`${quoted(one)}<p class="facts">${source(toQuote(one))}</p>`
  if (isSure) return shown(best!)
  return html`<div class="passages">${[best!, ...others].map((one) => html`<div>${shown(one)}</div>`)}</div>`
}

/** Numbers sources in order of appearance, each once. */
function written(sentences: AnswerSentence[], words: SiteWords): Markup {
  const sources = [...new Set(sentences.map((one) => sentencePath(one)))]
  const cited = sentences.map((one) => {
    const path = sentencePath(one)
    return html`${one.text} <a class="cite" href="${path}" title="${one.quote}">[${sources.indexOf(path) + 1}]</a> `
  })
  const list = sources.map((path, nth) => {
    const one = sentences.find((sentence) => sentencePath(sentence) === path)!
    return html`<p class="facts">[${nth + 1}] ${source(one)}</p>`
  })
  return html`<p class="written" dir="auto">${cited}</p>${list}<p class="facts">${words.say('byModel')}</p>`
}

const quoted = ({ text, highlight: { start, end } }: AnswerPassage): Markup =>
  html`<blockquote dir="auto">${text.slice(0, start)}<mark>${text.slice(start, end)}</mark>${text.slice(end)}</blockquote>`

type SentenceSource = Pick<AnswerSentence, 'quote' | 'slug' | 'title' | 'section'>

const toQuote = ({ text, highlight, document, section }: AnswerPassage): SentenceSource => ({
  ...document,
  section,
  quote: text.slice(highlight.start, highlight.end),
})

const source = (one: SentenceSource): Markup => {
  const { title, section } = one
  return html`<a href="${sentencePath(one)}" dir="auto">${title}${section && section.heading !== title && ` › ${section.heading}`}</a>`
}

const staleness = ({ evidence: { checked_at } }: AnswerSentence, words: SiteWords): Markup => {
  const checked = checked_at !== null && html`${words.say('checked', { date: dateOf(checked_at, words.lang) })}. `
  return html`<p class="closed">${checked}${words.say('sourceChanged')}</p>`
}

const askingTeam = (question: string, team: 'offered' | 'asked', words: SiteWords): Markup =>
  team === 'asked'
    ? html`<p role="status">${words.say('askedTeam')}</p>`
    : html`<form class="feedback" method="post" action="/read/ask/team"><input type="hidden" name="q" value="${question}">
<button type="submit">${words.say('askTeam')}</button></form>`

const feedback = (
  question: string,
  words: SiteWords,
): Markup => html`<form class="feedback" method="post" action="/read/ask/feedback">
<input type="hidden" name="q" value="${question}"><span>${words.say('didHelp')}</span>
<button type="submit" name="helped" value="yes">${words.say('yes')}</button><button type="submit" name="helped" value="no">${words.say('no')}</button></form>`

/** A text fragment of a few words from both ends finds a long sentence. */
const WORDS_AT_AN_END = 4
const LONG = 12

/**
 * Opens a page at a sentence in browsers that support text fragments, elsewhere at its section. A fragment that starts in one
 * block or line and ends in another isn't found.
 */
function sentencePath({ quote, slug, section }: SentenceSource): string {
  const lines = quote
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/\s+/))
  const ends = [lines[0]!.slice(0, WORDS_AT_AN_END), lines.at(-1)!.slice(-WORDS_AT_AN_END)]
  const fragment = (lines.length === 1 && lines[0]!.length <= LONG ? lines : ends)
    .map((some) => encoded(some.join(' ')))
    .join(',')
  return `${sectionPath(slug, section)}${section ? '' : '#'}:~:text=${fragment}`
}

/** A dash would separate the fragment's parts. */
const encoded = (text: string): string => encodeURIComponent(text).replaceAll('-', '%2D')
