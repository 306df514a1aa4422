// Whether two sentences have opposite relations: “at least” and “at most”, “A before B” and “B before A”. The words are in
// each language's data; “B after A” equals “A before B” and passes.

import { plainText } from '#blocks/plain.ts'
import { fold } from '#folding.ts'
import { languageOf } from '#languages/languages.ts'
import { termsOf } from './words.ts'

/** A relation of the quoted sentence is inverted in the claim, or its sides are exchanged. */
export function isInverted(claim: string, quoted: string, language: string): boolean {
  const [own, told] = [fold(plainText(claim)), fold(plainText(quoted))]
  const { opposites, orders } = languageOf(language)
  const isOpposite = ([one, other]: [RegExp, RegExp]) =>
    one.test(told) !== one.test(own) && other.test(told) !== other.test(own) && one.test(told) !== other.test(told)
  if (opposites.some(isOpposite)) return true
  return orders.some((pair) => {
    const [first, second] = [told, own].map((text) => pair[0].exec(text) ?? pair[1].exec(text))
    return first && second && isOpposite(pair) !== isSwapped(sidesOf(told, first), sidesOf(own, second))
  })
}

type Sides = { left: Set<string>; right: Set<string> }

const sidesOf = (text: string, { index, 0: word }: RegExpExecArray): Sides => ({
  left: new Set(termsOf(text.slice(0, index))),
  right: new Set(termsOf(text.slice(index + word.length))),
})

/** The left and right sides are exchanged. */
function isSwapped(a: Sides, b: Sides): boolean {
  const [moved, back] = [a.left.intersection(b.right).size, a.right.intersection(b.left).size]
  return moved > 0 && back > 0 && moved + back > a.left.intersection(b.left).size + a.right.intersection(b.right).size
}
