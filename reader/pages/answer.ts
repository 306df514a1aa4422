// What the documentation says to a question, above the results of a search: the answer with its source, a few passages that may
// be one, or that it does not say it. The search dialog shows the same markup.

import type { AnswerPassage, AskOut } from '#features/ask/schemas.ts'
import { html, type Markup, type Value } from '../html.ts'
import { dateOf, sectionPath } from '../site.ts'
import type { Speaker } from '../words.ts'

/** renderAnswer is nothing where a search that is no question was not clearly met. */
export function renderAnswer(asked: AskOut | undefined, isQuestion: boolean, words: Speaker): Markup | false {
  const isTold = asked && (asked.answer !== null || isQuestion)
  if (!isTold) return false
  const { question, answer, passages, refused } = asked
  if (answer) {
    const [best] = passages
    return section(
      words.say('fromDocs'),
      html`${quoted(best!)}${source(best!)}${staleness(answer, words)}${feedback(question, words)}`,
    )
  }
  if (refused !== null) return section(words.say('notSaid'), html`<p>${words.say('notSaidMore')}</p>`)
  const some = passages.map((one) => html`<div>${quoted(one)}${source(one)}</div>`)
  return section(words.say('fromDocs'), html`<div class="passages">${some}</div>${feedback(question, words)}`)
}

const section = (title: Value, inside: Markup): Markup =>
  html`<section class="answer" aria-labelledby="answer-title"><h2 id="answer-title">${title}</h2>${inside}</section>`

const quoted = ({ text, highlight: { start, end } }: AnswerPassage): Markup =>
  html`<blockquote dir="auto">${text.slice(0, start)}<mark>${text.slice(start, end)}</mark>${text.slice(end)}</blockquote>`

const source = (passage: AnswerPassage): Markup => {
  const { document, section } = passage
  return html`<p class="facts"><a href="${sentencePath(passage)}" dir="auto">${document.title}${section && section.heading !== document.title && ` › ${section.heading}`}</a></p>`
}

const staleness = ({ sentences }: NonNullable<AskOut['answer']>, words: Speaker): Markup | false => {
  const { stale, checked_at } = sentences[0]!.evidence
  const checked = checked_at !== null && html`${words.say('checked', { date: dateOf(checked_at, words.lang) })}. `
  return stale && html`<p class="closed">${checked}${words.say('sourceChanged')}</p>`
}

const feedback = (
  question: string,
  words: Speaker,
): Markup => html`<form class="feedback" method="post" action="/read/ask/feedback">
<input type="hidden" name="q" value="${question}"><span>${words.say('didHelp')}</span>
<button type="submit" name="helped" value="yes">${words.say('yes')}</button><button type="submit" name="helped" value="no">${words.say('no')}</button></form>`

/** A fragment of a few words at both ends finds a long sentence, too. */
const WORDS_AT_AN_END = 4
const LONG = 12

/** sentencePath opens a page at a sentence, in browsers that know text fragments; in others at its section. */
function sentencePath({ text, highlight, document, section }: AnswerPassage): string {
  const words = text.slice(highlight.start, highlight.end).split(/\s+/).filter(Boolean)
  const ends = [words.slice(0, WORDS_AT_AN_END), words.slice(-WORDS_AT_AN_END)]
  const fragment = (words.length <= LONG ? [words] : ends).map((some) => encoded(some.join(' '))).join(',')
  return `${sectionPath(document.slug, section)}${section ? '' : '#'}:~:text=${fragment}`
}

/** A dash would begin or end what stands beside the text. */
const encoded = (text: string): string => encodeURIComponent(text).replaceAll('-', '%2D')
