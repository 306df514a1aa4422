// Twice the text costs about twice the work, whatever the text is made of. Compared is the CPU of this process for a text
// and for one twice as long; a part that looks at all pairs of something would make it four times as much.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CONTEXT, inputsOf } from '../../test/drafts.ts'
import { builtinDrafter } from './builtin/builtin.ts'
import type { DraftInputs } from './contract.ts'

async function cpuOf(inputs: DraftInputs): Promise<number> {
  const before = process.cpuUsage()
  const plan = await builtinDrafter.plan(inputs, CONTEXT)
  const extracted = await builtinDrafter.extract(inputs, plan, CONTEXT)
  await builtinDrafter.draft(inputs, plan, extracted, CONTEXT)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

const sentence = (nth: number): string =>
  `The pump ${nth} of hall ${nth % 7} runs at most ${(nth * 31) % 90} bar and stops when lamp ${nth % 11} turns red.`
const many = (count: number, line: (nth: number) => string): string =>
  Array.from({ length: count }, (_, nth) => line(nth)).join('\n')
const openers = (count: number, text: string): string => text.repeat(count)

/** Each text by a size; the sizes are about half of what a job may bring. */
const MATERIAL: Record<string, (size: number) => string> = {
  prose: (size) => many(size, (nth) => (nth % 9 === 0 ? `\n## Part ${nth}\n` : sentence(nth))),
  'characters without a space': (size) => openers(size * 100, 'x'),
  'short lines': (size) => many(size * 25, (nth) => `l${nth % 97} x`),
  'nested quotes': (size) => many(size * 2, (nth) => `${'> '.repeat(nth % 60)}text ${nth}`),
  'open braces': (size) => openers(size * 50, 'x {\n'),
  'broken words': (size) => openers(size * 50, 'pres-\n'),
  'the same line alone': (size) => openers(size * 10, 'three words alone\n\n'),
  'one deep quote': (size) => openers(size * 50, '>'),
  chat: (size) => many(size, (nth) => `[10:0${nth % 10}] user${nth % 5}: ${sentence(nth)}`),
  mails: (size) => many(size / 2, (nth) => `From: a${nth}@x.org\nSubject: s\n\n${sentence(nth)}\nRegards\nAda\n`),
  commits: (size) =>
    many(size, (nth) => `commit ${(nth + 1e7).toString(16)}\nAuthor: a\n\n    fix: ${sentence(nth)}\n`),
  'block comments': (size) =>
    many(size / 2, (nth) => `/**\n * ${sentence(nth)}\n * @param a ${nth}\n */\nfunction f${nth}() {}`),
  'line comments': (size) => many(size, (nth) => `// ${sentence(nth)}\nfunc F${nth}() {`),
  docstrings: (size) => many(size / 2, (nth) => `def f${nth}(a):\n    """${sentence(nth)}"""\n    return a`),
  'open comments': (size) => `{;\n${openers(size * 20, '/**\n')}`,
  'open docstrings': (size) => `import x\n${openers(size * 10 + 1, '"""\n')}`,
  'open tags': (size) => `${openers(size * 12, '<script ')}</script>`,
  'open HTML comments': (size) => openers(size * 25, '<!--'),
  'tables with bars': (size) => many(size * 2, (nth) => `| a${nth} | ${nth} | x |`),
  'tables with semicolons': (size) => many(size * 2, (nth) => `a${nth};${nth};x`),
  digits: (size) => openers(size * 10, '1 234 567 '),
  'empty lines': (size) => openers(size * 100, '\n'),
  'open pictures': (size) => many(size / 20, () => openers(1_000, '![')),
  'open links': (size) => many(size / 20, () => openers(500, '[](!')),
  'spaces inside headings': (size) => many(size / 20, () => `# ${openers(1_000, '\t')}x${openers(1_000, '\t')}y`),
  'endless declarations': (size) => `import x\n"""a"""\ndef c${openers(size * 50, 'se')}`,
  'spaces in a comment': (size) => `{;\n/** a${openers(size * 100, '\t')}x\n b */\nfunction f() {}`,
  brackets: (size) => openers(size * 100, '['),
  emphasis: (size) => openers(size * 30, '**a'),
  'code spans': (size) => openers(size * 30, '`a '),
  commands: (size) => many(size * 2, (nth) => `run tool${nth % 50} --flag${nth} value`),
}
const NOTES: Record<string, (size: number) => string> = {
  sentences: (size) => many(size / 2, sentence),
  entries: (size) => many(size, (nth) => `- ${sentence(nth)}`),
  pairs: (size) => many(size, (nth) => `Key ${nth}: value ${nth}`),
  'characters without a space': (size) => openers(size * 50, 'x'),
}

const SIZE = 150
/** What a ratio of small numbers may be off by. */
const NOISE_MS = 40

/** Further tries tell cost from chance. */
async function grows(make: (size: number) => DraftInputs): Promise<void> {
  const [short, long] = [make(SIZE), make(2 * SIZE)]
  await cpuOf(make(SIZE / 4))
  let [once, twice] = [0, Number.POSITIVE_INFINITY]
  for (let tries = 0; tries < 5 && twice > 2.5 * once + NOISE_MS; tries++) {
    once = Math.min(await cpuOf(short), await cpuOf(short))
    twice = Math.min(await cpuOf(long), await cpuOf(long))
  }
  assert.ok(twice <= 2.5 * once + NOISE_MS, `${once.toFixed(0)} ms of CPU, twice as long ${twice.toFixed(0)} ms`)
}

describe('the work grows with the text', () => {
  for (const [name, text] of Object.entries(MATERIAL))
    test(`material: ${name}`, () =>
      grows((size) => inputsOf({ notes: 'Cover lamp 4.', material: [{ title: 'm', text: text(size) }] })))
  test('material: pages of one subject, whose sentences share most words', () =>
    grows((size) => {
      const page = (nth: number) => many(20, (line) => `${sentence(nth * 20 + line)}\n`)
      return inputsOf({
        material: Array.from({ length: size / 10 }, (_, nth) => ({ title: `P${nth}`, text: page(nth) })),
      })
    }))
  for (const [name, text] of Object.entries(NOTES))
    test(`notes: ${name}`, () => grows((size) => inputsOf({ notes: text(size) })))
})
