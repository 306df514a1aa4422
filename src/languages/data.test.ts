// The languages' data: every language has every list and phrase that English has, with the same {places}.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DATA } from './data.ts'

type Lists = { [key: string]: string | boolean | Lists }

/** OPTIONAL are said of some languages only. */
const OPTIONAL = ['code', 'unspaced', 'concord', 'endings', 'honorifics']

const listsOf = (data: Lists): [key: string, list: string][] =>
  Object.entries(data).flatMap(([key, entry]) =>
    typeof entry === 'object'
      ? listsOf(entry).map(([inner, list]): [string, string] => [`${key}.${inner}`, list])
      : [[key, String(entry)] as [string, string]],
  )
const placesIn = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].sort()

describe("the languages' data", () => {
  const english = new Map(listsOf(DATA[0]! as unknown as Lists))
  const needed = [...english.keys()].filter((key) => !OPTIONAL.includes(key)).sort()

  for (const data of DATA)
    test(`${data.code} has every list and phrase`, () => {
      const lists = new Map(listsOf(data as unknown as Lists))
      assert.deepEqual([...lists.keys()].filter((key) => !OPTIONAL.includes(key)).sort(), needed)
      for (const key of needed) {
        assert.notEqual(lists.get(key)!.trim(), '', key)
        assert.deepEqual(placesIn(lists.get(key)!), placesIn(english.get(key)!), key)
      }
      assert.equal(data.months.split(',').length, 12)
    })
})
