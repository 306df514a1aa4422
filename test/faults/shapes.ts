// Experiment: texts of random shapes, made of the tokens that a reader looks for, up to 2 MB. Passes when four times the text
// never costs much more than four times as much.

import { VISITOR } from '#actor.ts'
import { Sandbox, TooCostly } from '#engine/sandbox.ts'
import { random as randomFrom } from '../random.ts'
import { conclude, readOptions } from './experiment.ts'
import { pairsOf, READERS, tokensOf } from './shape-readers.ts'

const { shapes, seed, length, long, growth, only, seconds } = readOptions(
  'Each reader (`only` one, by name) gets `shapes` random texts of `length` and four times as many characters; each `long`th that grew as it should is tried again with .5 and 2 MB. More than `growth` times the cost, or more than `seconds`, is too much.',
  { shapes: 200, seed: 1, length: 32_000, long: 20, growth: 8, only: '', seconds: 120 },
)
const LONGEST = 2_000_000
/** What costs less at four times the length is no sign of anything. */
const ENOUGH_US = 300_000

type Random = () => number
/** A Shape is a beginning, what is repeated, and an end; `close` is repeated as often after a word. */
type Shape = { before: string; unit: string; close: string; after: string }

const oneOf = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)]!
const some = (random: Random, tokens: string[], most: number): string =>
  Array.from({ length: Math.floor(random() * (most + 1)) }, () => oneOf(random, tokens)).join('')

function shapeOf(random: Random, reader: string): Shape {
  const tokens = tokensOf(reader)
  const [open, close] = random() < 0.2 ? oneOf(random, pairsOf(reader)) : [oneOf(random, tokens), '']
  const isNested = close !== '' && random() < 0.5
  return {
    before: random() < 0.3 ? some(random, tokens, 2) : '',
    unit: isNested ? open + some(random, tokens, 1) : open + some(random, tokens, 3) + close,
    close: isNested ? close : '',
    after: random() < 0.3 ? some(random, tokens, 2) : '',
  }
}

function textOf({ before, unit, close, after }: Shape, length: number): string {
  const times = Math.ceil((length - before.length - after.length) / (unit.length + close.length))
  const all = unit.includes('§')
    ? Array.from({ length: times }, (_, nth) => unit.replaceAll('§', String(nth))).join('')
    : unit.repeat(times)
  return before + all + (close && `x${close.repeat(times)}`) + after
}

const sandbox = new Sandbox(new URL('./shape-readers.ts', import.meta.url), 1024)
const faults: string[] = []
let tried = 0

const costOf = (reader: string, shape: Shape, length: number): Promise<number> =>
  sandbox.run<number>(VISITOR, 'costOf', { reader, text: textOf(shape, length) }, seconds * 1000)

/** growthOf is the least of three tries, which tell cost from chance. */
async function growthOf(reader: string, shape: Shape, short: number): Promise<{ grew: number; cost: number }> {
  let [less, more, grew] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let tries = 0; tries < 3 && grew > growth; tries++) {
    for (let time = 0; time < 2; time++) less = Math.min(less, await costOf(reader, shape, short))
    more = Math.min(more, await costOf(reader, shape, 4 * short))
    grew = more < ENOUGH_US ? 0 : more / less
  }
  return { grew, cost: more }
}

async function tryShape(reader: string, shape: Shape, isLong: boolean): Promise<string | undefined> {
  const lengths = isLong ? [length, LONGEST / 4] : [length]
  for (const short of lengths) {
    try {
      const { grew, cost } = await growthOf(reader, shape, short)
      if (grew > growth)
        return `${grew.toFixed(1)} times the cost (${(cost / 1e6).toFixed(2)} s) for ${4 * short} characters`
    } catch (error) {
      return `${error instanceof TooCostly ? 'given up' : (error as Error).message.slice(0, 200)} within ${4 * short} characters`
    }
  }
  return undefined
}

for (const reader of Object.keys(READERS).filter((name) => only === '' || name === only)) {
  const random = randomFrom(seed)
  await costOf(reader, shapeOf(random, reader), length).catch(() => {})
  for (let nth = 0; nth < shapes; nth++, tried++) {
    const shape = shapeOf(random, reader)
    const fault = await tryShape(reader, shape, nth % long === 0)
    if (fault === undefined) continue
    faults.push(fault)
    process.stdout.write(`${reader} ${JSON.stringify(shape)}: ${fault}\n`)
  }
}
await sandbox.close()
conclude(`${faults.length} of ${tried} shapes cost more than their length says`, faults.length === 0)
