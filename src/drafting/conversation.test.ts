// Page or conversation is told by structure alone; what is a conversation is cut into messages that cover all of it.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findMessages } from './conversation.ts'

type Said = [speaker: string | null, at: string | null, text: string]
const CONVERSATIONS: Record<string, [text: string, ...said: Said[]]> = {
  'a chat with times': [
    '[14:01] mirela: it is in menu 7\n[14:02] oisin: below -5\nand it starts alone\n[14:05] mirela: ok',
    ['mirela', '14:01', 'it is in menu 7'],
    ['oisin', '14:02', 'below -5\nand it starts alone'],
    ['mirela', '14:05', 'ok'],
  ],
  'a chat of names': [
    'mirela: two guards\noisin: every 40 minutes\nmirela: locker room B',
    ['mirela', null, 'two guards'],
    ['oisin', null, 'every 40 minutes'],
    ['mirela', null, 'locker room B'],
  ],
  'a French chat': [
    '[10:01] Luc : le badge coûte 5 euros\n[10:02] Anne : merci !\n[10:03] Luc : il est valable 1 an',
    ['Luc', '10:01', 'le badge coûte 5 euros'],
    ['Anne', '10:02', 'merci !'],
    ['Luc', '10:03', 'il est valable 1 an'],
  ],
  'a Japanese chat': [
    '田中：鍵は受付です\n佐藤：何時まで？\n田中：六時までです',
    ['田中', null, '鍵は受付です'],
    ['佐藤', null, '何時まで？'],
    ['田中', null, '六時までです'],
  ],
  'an exported chat': [
    'mara 09:02\nThe key is new.\n\njo 09:03\nWhich one?',
    ['mara', '09:02', 'The key is new.'],
    ['jo', '09:03', 'Which one?'],
  ],
  'a chat with names and times on lines of their own': [
    'Berg, Anna\nYesterday 9:15 AM\nIt is stuck.\n\nIto, Ben\n  9:16 AM\nWhich one?',
    ['Berg, Anna', 'Yesterday 9:15 AM', 'It is stuck.'],
    ['Ito, Ben', '9:16 AM', 'Which one?'],
  ],
  'a chat with times behind a dash': [
    'anna — Today at 9:15 AM\nIt is stuck.\nben — Today at 9:16 AM\nWhich one?',
    ['anna', 'Today at 9:15 AM', 'It is stuck.'],
    ['ben', 'Today at 9:16 AM', 'Which one?'],
  ],
  subtitles: [
    '1\n00:00:01,000 --> 00:00:04,000\nIt is stuck.\n\n2\n00:00:05,000 --> 00:00:07,000\nWhich one?',
    [null, '00:00:01,000', 'It is stuck.'],
    [null, '00:00:05,000', 'Which one?'],
  ],
  'comments on an issue': [
    'Anna Berg added a comment - 12/Mar/26 9:15 AM\nIt is stuck.\n\nBen Ito added a comment - 12/Mar/26 9:16 AM\nWhich one?',
    ['Anna Berg added a comment - 12/Mar/26 9:15 AM', '12/Mar/26 9:15 AM', 'It is stuck.'],
    ['Ben Ito added a comment - 12/Mar/26 9:16 AM', '12/Mar/26 9:16 AM', 'Which one?'],
  ],
  'a thread of comments': [
    '**hazel** opened this on 3 Feb\n\nIt is slow.\n\n**qirin** commented on 4 Feb\n\nRaise it to 6.',
    ['hazel', 'opened this on 3 Feb', 'It is slow.'],
    ['qirin', 'commented on 4 Feb', 'Raise it to 6.'],
  ],
  mails: [
    'From: depot@example.org\nSubject: parts\n\nHow?\n\nFrom: Parts\nSubject: Re: parts\n\nBy form.',
    ['depot@example.org', null, 'How?'],
    ['Parts', null, 'By form.'],
  ],
  'a quoted thread': [
    '> > What is W1?\n>\n> Low charge.\n\nW2 is cold.',
    [null, null, 'What is W1?'],
    [null, null, 'Low charge.'],
    [null, null, 'W2 is cold.'],
  ],
  'a log': [
    '2026-03-09 06:12 gate blocked\n2026-03-09 06:20 opened by hand\n2026-03-09 07:05 back',
    [null, '2026-03-09 06:12', 'gate blocked'],
    [null, '2026-03-09 06:20', 'opened by hand'],
    [null, '2026-03-09 07:05', 'back'],
  ],
  'a git log': [
    'commit 1f0aa93\nAuthor: R. Holm <h@example.org>\nDate:   Tue Mar 3\n\n    Sends codes\n\ncommit 8bc1d20\nAuthor: P\n\n    Fix',
    ['R. Holm <h@example.org>', 'Tue Mar 3', 'Sends codes'],
    ['P', null, 'Fix'],
  ],
}

describe('conversations', () => {
  for (const [name, [text, ...expected]] of Object.entries(CONVERSATIONS))
    test(name, () => {
      const messages = findMessages(text)
      assert.deepEqual(
        messages?.map((one) => [one.speaker, one.at, one.text]),
        expected,
      )
      let at = 0
      for (const { from, to } of messages!) {
        assert.equal(text.slice(at, from).trim(), '')
        at = to
      }
      assert.equal(text.slice(at).trim(), '')
    })
})

describe('pages', () => {
  const PAGES: Record<string, string> = {
    prose: 'The pump holds 6 bar.\n\nIt stands in hall 2.',
    'questions and answers': 'Q: Who opens?\nA: The guard.\nQ: What does it cost?\nA: 12 euros.',
    pairs: 'Arm speed: 4 seconds\nPassage time: 30 seconds\nAlarm tone: 2 kHz',
    'a runbook': '1. 10:00 stop\n2. 11:00 start\n\nNote: mind the gap',
    'headings over what was said': '# Notes\n\nada: yes\nbo: no\nada: yes',
    'one quote': 'He said:\n\n> The pump is old.\n\nSo it is.',
    'code with comments': '```\nada: 1\nbo: 2\nada: 3\n```',
    'a table': '| 10:01 | a |\n| 10:02 | b |\n| 10:03 | c |',
    'a fact with a key': 'From: the depot\n\nThe pump came on Monday.',
  }
  for (const [name, text] of Object.entries(PAGES)) test(name, () => assert.equal(findMessages(text), undefined))
})
