// Whether two sentences put the same things into opposite relations: “at least” against “at most”, “A before B” against
// “B before A”. The words are each language's; “B after A” says the same as “A before B” and passes.

import { plainText } from '#blocks/plain.ts'
import { fold } from '#folding.ts'
import { languageOf } from '#languages/languages.ts'
import { termsOf } from './words.ts'

/** isTurned: a relation of the quoted sentence stands in the claim as its opposite, or with its two sides exchanged. */
export function isTurned(claim: string, quoted: string, language: string): boolean {
  const [own, told] = [fold(plainText(claim)), fold(plainText(quoted))]
  const { opposites, orders } = languageOf(language)
  const isOpposite = ([one, other]: [RegExp, RegExp]) =>
    one.test(told) !== one.test(own) && other.test(told) !== other.test(own) && one.test(told) !== other.test(told)
  if (opposites.some(isOpposite)) return true
  return orders.some((pair) => {
    const [first, second] = [told, own].map((text) => pair[0].exec(text) ?? pair[1].exec(text))
    return first && second && isOpposite(pair) !== isCrossed(sidesOf(told, first), sidesOf(own, second))
  })
}

type Sides = { left: Set<string>; right: Set<string> }

const sidesOf = (text: string, { index, 0: word }: RegExpExecArray): Sides => ({
  left: new Set(termsOf(text.slice(0, index))),
  right: new Set(termsOf(text.slice(index + word.length))),
})

/** isCrossed: what stood on the left stands on the right now, and the other way round. */
function isCrossed(a: Sides, b: Sides): boolean {
  const [moved, back] = [a.left.intersection(b.right).size, a.right.intersection(b.left).size]
  return moved > 0 && back > 0 && moved + back > a.left.intersection(b.left).size + a.right.intersection(b.right).size
}
