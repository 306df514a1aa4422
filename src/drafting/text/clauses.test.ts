// Claims against their quotes: conditions that are lost, causes that are turned around, names and numbers of scripts
// without capitals and digits; and paraphrases that keep what was said.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isCarried } from '../model/ground.ts'
import { figuresIn } from './figures.ts'

type Example = [quote: string, claim: string, language: string]

const TURNED: Example[] = [
  ['At least two people stand at the roller.', 'At most two people stand at the roller.', 'en'],
  ['Trucks board before cars.', 'Cars board before trucks.', 'en'],
  ['La presse ne fonctionne pas le dimanche.', 'La presse fonctionne le dimanche.', 'fr'],
  ['Gäste dürfen das Dachgeschoss nur mit Helm betreten.', 'Gäste dürfen das Dachgeschoss betreten.', 'de'],
  ['If the disk is full, the service refuses uploads.', 'The service refuses uploads.', 'en'],
  ['Only administrators delete a project after it was archived.', 'Anyone can delete a project.', 'en'],
  [
    'Because the valve sticks in winter, it is greased every October.',
    'The valve sticks in winter because it is greased every October.',
    'en',
  ],
  ['Le portail ferme à 22 h sauf le samedi.', 'Le portail ferme à 22 h.', 'fr'],
  ['Die Pumpe startet nur, wenn der Deckel geschlossen ist.', 'Die Pumpe startet immer.', 'de'],
  ['The cache is cleared after each deployment.', 'The cache is the fastest and safest of the whole industry.', 'en'],
  ['Reports are stored for a year.', 'Customers cheer.', 'en'],
  ['担当は経理部の佐藤さんです。', '担当は経理部の鈴木さんです。', 'ja'],
  ['入館証は20枚まで印刷できます。', '入館証は五十枚まで印刷できます。', 'ja'],
]

const KEPT: Example[] = [
  ['Trucks board before cars.', 'Cars board after trucks.', 'en'],
  ['A new loom costs about 41,000 euros.', 'About 41 000 euros is what a new loom costs.', 'en'],
  [
    'A ticket is closed after 14 days without an answer.',
    'After fourteen days without an answer a ticket is closed.',
    'en',
  ],
  ['If the disk is full, the service refuses uploads.', 'Uploads are refused once the disk is full.', 'en'],
  [
    'Invoices go out by mail unless the customer asked for paper.',
    'Except for those who asked for paper, customers get invoices by mail.',
    'en',
  ],
  ['Orders over 50 EUR ship free within Europe.', 'Within Europe, shipping is free for orders over 50 EUR.', 'en'],
  [
    'Because the valve sticks in winter, it is greased every October.',
    'The valve is greased each October because it sticks in winter.',
    'en',
  ],
  ['Die Pumpe startet nur, wenn der Deckel geschlossen ist.', 'Bei geschlossenem Deckel startet die Pumpe.', 'de'],
  ['Das Modell W4 gibt es seit 2023.', 'Seit 2023 gibt es das Modell W4.', 'de'],
  ['Ключ выдаётся только сотрудникам склада.', 'Только сотрудники склада получают ключ.', 'ru'],
  ['担当は経理部の佐藤さんです。', '経理部の佐藤さんが担当します。', 'ja'],
  ['入館証は20枚まで印刷できます。', '印刷できる入館証は二十枚までです。', 'ja'],
]

describe('what a quote carries', () => {
  for (const [quote, claim, language] of TURNED)
    test(`not: ${claim}`, () => assert.equal(isCarried(claim, [quote], language), false))
  for (const [quote, claim, language] of KEPT)
    test(`yes: ${claim}`, () => assert.equal(isCarried(claim, [quote], language), true))
})

test('numbers in Chinese characters have the value that they are read with', () => {
  const values = ['二十四時間', '百五十枚', '三万二千円', '二〇二六年', '十分です'].map(
    (text) => figuresIn(text)[0]?.value,
  )
  assert.deepEqual(values, ['24', '150', '32000', '2026', undefined])
})
