// Every shape of text by itself: what it is read into, one item a record, and what of it is no content.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readItems } from './read.ts'

const read = (...lines: string[]) => readItems({ kind: 'material', id: 0, title: 'x', text: lines.join('\n') })
const shown = (...lines: string[]) => read(...lines).map(({ form, text }) => `${form}: ${text}`)

const SHAPES: Record<string, [lines: string[], items: string[]]> = {
  'prose, broken at the edge of a window': [
    [
      'The gate has two arms, and each of them is moved by a motor of its own that',
      'stands in the left post. Both stop at once when the light barrier sees a car.',
    ],
    [
      'sentence: The gate has two arms, and each of them is moved by a motor of its own that stands in the left post.',
      'sentence: Both stop at once when the light barrier sees a car.',
    ],
  ],
  'lines in haste': [
    ['open the lid', 'wait a minute'],
    ['sentence: open the lid', 'sentence: wait a minute'],
  ],
  'bullets and numbers': [
    ['- one', '  - inner', '• two', '', '1. first', '2) second'],
    ['entry: one', 'entry: inner', 'entry: two', 'step: first', 'step: second'],
  ],
  'a label above a list': [
    ['What you need:', '- a key', '', '1) Breaks', '- at noon'],
    ['label: What you need', 'entry: a key', 'label: Breaks', 'entry: at noon'],
  ],
  'definition lines': [
    ['Port: 80', 'Host: gate'],
    ['pair: Port: 80', 'pair: Host: gate'],
  ],
  'a table': [
    ['| a | b |', '|---|---|', '| 1 | 2 |'],
    ['row: | a | b |', 'row: | 1 | 2 |'],
  ],
  'rows with semicolons': [
    ['zone;price;time', 'A;4 €;1 h', 'B;7 €;2 h'],
    ['row: | zone | price | time |', 'row: | A | 4 € | 1 h |', 'row: | B | 7 € | 2 h |'],
  ],
  'rows with commas or bars': [
    ['name,role,phone', 'Kay,guard,12', 'Lou,cook,13'],
    ['row: | name | role | phone |', 'row: | Kay | guard | 12 |', 'row: | Lou | cook | 13 |'],
  ],
  'settings pasted without a fence': [
    ['It sends:', '{', '  "gate": 2,', '  "open": [', '    true', '  ]', '}', 'gate:', '  arms: 2', 'Two arms.'],
    [
      'sentence: It sends:',
      'code: {\n  "gate": 2,\n  "open": [\n    true\n  ]\n}',
      'code: gate:\n  arms: 2',
      'sentence: Two arms.',
    ],
  ],
  'a query and a stack trace pasted without a fence': [
    ['select arm', 'from gates;', 'Then:', 'Error: stuck', '    at open (gate.js:2)', 'Call us.'],
    [
      'code: select arm\nfrom gates;',
      'sentence: Then:',
      'code: Error: stuck\n    at open (gate.js:2)',
      'sentence: Call us.',
    ],
  ],
  'braces in prose, and one that nothing closes': [
    ['Use {name} here.', 'It begins with {', 'and goes on.'],
    ['sentence: Use {name} here.', 'sentence: It begins with {', 'sentence: and goes on.'],
  ],
  'a mail with a list in it': [
    [
      'From: Kay <kay@example.com>',
      'Subject: gate',
      '',
      'Hi all,',
      'the gate moved:',
      '- to the left',
      '',
      'Best,',
      'Kay',
    ],
    ['label: the gate moved', 'entry: to the left'],
  ],
  'a transcript with speakers in capitals': [
    ['HOST: When does it open?', 'KAY: The gate opens at six in the morning.', 'HOST: Fine.', 'KAY: It shuts at nine.'],
    [
      'record: When does it open?',
      'record: The gate opens at six in the morning.',
      'record: Fine.',
      'record: It shuts at nine.',
    ],
  ],
  'a log whose program names itself': [
    ['[2026-05-02 08:12:44] gate: opening', '[2026-05-02 08:12:50] ERROR stuck', '[2026-05-02 08:13:00] gate: shut'],
    [
      'record: [2026-05-02 08:12:44] gate: opening',
      'record: [2026-05-02 08:12:50] ERROR stuck',
      'record: [2026-05-02 08:13:00] gate: shut',
    ],
  ],
  'counted questions': [
    ['Q1: Who opens it?', 'The guard.', '', 'Q2: And at night?', 'Nobody.'],
    ['question: Who opens it?', 'record: The guard.', 'question: And at night?', 'record: Nobody.'],
  ],
  'questions above their answers': [
    ['Who opens it?', 'The guard does.', '', 'Why two arms?', 'One is for cars.'],
    ['question: Who opens it?', 'record: The guard does.', 'question: Why two arms?', 'record: One is for cars.'],
  ],
  'remarks of a word processor': [
    ['- the left arm Comment [KB1]: which one?', '- the right arm'],
    ['entry: the left arm', 'sentence: Comment [KB1]: which one?', 'entry: the right arm'],
  ],
  'a list that an issue tracker counts': [
    ['# Gate', '', 'Two arms.', '', '# Turn the key', '# Lift the arm', '', 'Done.'],
    ['sentence: Two arms.', 'step: Turn the key', 'step: Lift the arm', 'sentence: Done.'],
  ],
  'settings by name and a session of a terminal': [
    ['# ports', 'GATE_PORT=80', 'GATE_ARMS=2 # left', 'Then:', 'kay@gate:~$ gatectl open', 'opened', '', 'It is open.'],
    [
      'code: # ports\nGATE_PORT=80\nGATE_ARMS=2 # left',
      'sentence: Then:',
      'code: kay@gate:~$ gatectl open\nopened',
      'sentence: It is open.',
    ],
  ],
  'pages of a manual': [
    [
      'Gate Manual Rev. C',
      '',
      '3.2 Opening by hand',
      '',
      'The arm is lifted when the pres-',
      'sure is gone.',
      '1. Turn the key.',
      '',
      'Page 41',
      '',
      'Gate Manual Rev. C',
      '',
      '2. Lift the arm.',
      '',
      'Page 42',
    ],
    ['sentence: The arm is lifted when the pressure is gone.', 'step: Turn the key.', 'step: Lift the arm.'],
  ],
  'a quote between paragraphs': [
    [
      'Two arms.',
      '',
      '> the best gate so far',
      '',
      'It opens at six.',
      '',
      'Links',
      '- gate.example',
      '',
      '| a | b |',
      '| 1 | 2 |',
    ],
    [
      'sentence: Two arms.',
      'sentence: the best gate so far',
      'sentence: It opens at six.',
      'label: Links',
      'entry: gate.example',
      'row: | a | b |',
      'row: | 1 | 2 |',
    ],
  ],
  'what was struck out, and an aside in a chat': [
    [
      'The gate has ~~three~~ two arms.',
      '~~It is green.~~',
      'kay: opens at six',
      'lou: shuts at nine',
      'kay: not on Sundays',
      '(not for visitors)',
    ],
    [
      'sentence: The gate has  two arms.',
      'record: opens at six',
      'record: shuts at nine',
      'record: not on Sundays',
      'sentence: (not for visitors)',
    ],
  ],
  'a signature under notes': [['The gate has two arms.', '', 'Cheers', 'Kay'], ['sentence: The gate has two arms.']],
  'fenced and indented code': [
    ['```sh', 'gate open', '```', '', '    gate shut'],
    ['code: gate open', 'code: gate shut'],
  ],
  'commands among words': [
    [
      'check with gatectl test /dev/gate , must be green',
      'run gatectl open --slow',
      'not --fast without --dry',
      'gatectl -n pay open arm. Then wait.',
    ],
    [
      'sentence: check with `gatectl test /dev/gate` , must be green',
      'sentence: run `gatectl open --slow`',
      'sentence: not --fast without --dry',
      'sentence: `gatectl -n pay open arm`.',
      'sentence: Then wait.',
    ],
  ],
  'a git log': [
    ['commit 1f0aa93b', 'Author: R. Holm <r@example.org>', 'Date: Tue Mar 3', '', '    feat(gate): codes by mail'],
    ['record: codes by mail'],
  ],
  'one-line commits': [
    ['1f0aa93 fix: slow start', '8bc1d20 night tariff'],
    ['record: slow start', 'record: night tariff'],
  ],
  'dated lines': [
    ['2026-03-09 06:12 arm blocked', '2026-03-09 06:20 opened by hand'],
    ['record: 2026-03-09 06:12 arm blocked', 'record: 2026-03-09 06:20 opened by hand'],
  ],
  'a system log': [
    ['May 14 07:02:11 gate-2 armd[8]: WARN slow', 'May 14 07:09:44 gate-2 armd[8]: ERROR stuck'],
    ['record: May 14 07:02:11 gate-2 armd[8]: WARN slow', 'record: May 14 07:09:44 gate-2 armd[8]: ERROR stuck'],
  ],
  'a chat with times': [
    ['[14:01] mo: it is in menu 7', '[14:02] jo: it starts by itself'],
    ['record: it is in menu 7', 'record: it starts by itself'],
  ],
  'a chat without times': [
    ['mo: two guards stand there', 'jo: they change every hour', 'mo: clothes are in room B'],
    ['record: two guards stand there', 'record: they change every hour', 'record: clothes are in room B'],
  ],
  'a mail with a chat in it, and words after that': [
    [
      'From: Mo',
      'To: gate@',
      '',
      'it stopped again',
      '[02:14] mo: arm 2 is stuck',
      '[02:15] jo: turn the crank',
      '',
      'Later: oil the hinge.',
      'Spare keys: who has one? Two people.',
    ],
    [
      'record: it stopped again',
      'record: arm 2 is stuck',
      'record: turn the crank',
      'pair: Later: oil the hinge.',
      'sentence: Spare keys: who has one?',
      'sentence: Two people.',
    ],
  ],
  'a chat without times between keys': [
    ['present: mo, jo', '', 'mo: the arm is new', 'jo: two motors', 'mo: both stop at once', '', 'next: 17 May'],
    [
      'pair: present: mo, jo',
      'record: the arm is new',
      'record: two motors',
      'record: both stop at once',
      'pair: next: 17 May',
    ],
  ],
  'lines that begin with numbers of one kind': [
    ['GATE-7  Fixed  slow arm', 'GATE-12  New  night mode', 'GATE-13  Fixed  red light'],
    ['entry: GATE-7  Fixed  slow arm', 'entry: GATE-12  New  night mode', 'entry: GATE-13  Fixed  red light'],
  ],
  'a ticket, and a mail that was passed on': [
    [
      'Ticket 7',
      '-----',
      'Reply by Jo, 2026-10-02 14:11',
      'Hello Mo,',
      'hold the key for 12 seconds.',
      'Kind regards',
      'Jo',
      '---------- Forwarded message ---------',
      'From: Gate <gate@example.com>',
      'Subject: codes',
      '',
      'The file is \\\\gate\\new\\codes.',
    ],
    ['record: hold the key for 12 seconds.', 'record: The file is `\\\\gate\\new\\codes`.'],
  ],
  'clauses that are numbered through': [
    ['1. Scope', '1.1 Holds for all gates.', '1.2 Not for doors', '2. Locks', '2.1 Two keys', '2.1.1 One spare'],
    ['step: Holds for all gates.', 'step: Not for doors', 'step: Two keys', 'step: One spare'],
  ],
  'names above lines, and boxes to tick': [
    ['Overview', 'The gate has two arms and opens to the road.', '', '[x] order keys', '[ ] call Jo'],
    ['sentence: The gate has two arms and opens to the road.', 'entry: order keys', 'entry: call Jo'],
  ],
  'rows with tabs': [
    ['slow\t\tpage Jo', 'stuck\t\tcall Mo', 'hot\tticket'],
    ['row: | slow | page Jo |', 'row: | stuck | call Mo |', 'row: | hot | ticket |'],
  ],
  'a heading between rules': [['=== Setup ===', '- one'], ['entry: one']],
  'a transcript': [
    ['00:01:03 Speaker 1: we take the left gate', '00:01:40 Speaker 2: it opens to the road'],
    ['record: we take the left gate', 'record: it opens to the road'],
  ],
  'a chat with names on lines of their own': [
    ['Ines  9:14 AM', 'book it in the app', 'six hours at most', '', 'Theo  9:16 AM', 'the key is in the box'],
    ['record: book it in the app', 'record: six hours at most', 'record: the key is in the box'],
  ],
  'mails, without greeting, signature and head': [
    [
      'From: a@example.org',
      'Subject: parts',
      'Dear team,',
      'how are parts ordered?',
      'Best wishes',
      'Ada',
      '',
      'From: b@example.org',
      'Subject: Re: parts',
      'With form SP-1.',
      'Kind regards',
      'Bo',
    ],
    ['question: how are parts ordered?', 'record: With form SP-1.'],
  ],
  'a quoted thread': [
    ['> > What does W1 mean?', '>', '> W1 means a low charge.', '', 'It goes away by itself.'],
    ['question: What does W1 mean?', 'record: W1 means a low charge.', 'record: It goes away by itself.'],
  ],
  'questions and answers': [
    ['Q: Who opens it?', 'A: The guard.', 'Q: What does it cost?', 'A: 12 euros.'],
    ['question: Who opens it?', 'record: The guard.', 'question: What does it cost?', 'record: 12 euros.'],
  ],
  'block comments': [
    [
      '/**',
      ' * Opens the gate.',
      ' * @param {number} [seconds=30] - How long.',
      ' */',
      'export function open(seconds = 30) {}',
      '/** @internal */',
      'export function hidden() {}',
    ],
    ['sentence: Opens the gate.', 'entry: `seconds` (`number`, `= 30`): How long.'],
  ],
  'line comments above declarations': [
    [
      '// Package gate moves arms.',
      'package gate',
      '',
      '// Open lifts the arm.',
      'func Open() error {',
      '  // not this',
      '}',
    ],
    ['sentence: Package gate moves arms.', 'sentence: Open lifts the arm.'],
  ],
  docstrings: [
    ['def lift(arm):', '    """Lifts an arm.', '', '    Args:', '        arm: Which one.', '    """', '    return arm'],
    ['sentence: Lifts an arm.', 'entry: `arm`: Which one.'],
  ],
  'HTML, its comments, scripts and entities': [
    [
      '<!-- old',
      'banner --><p>Open from <b>7&nbsp;am</b>.</p>',
      '<ul><li>Dogs</li></ul>',
      '<script>',
      'track()',
      '</script>',
    ],
    ['sentence: Open from **7 am**.', 'entry: Dogs'],
  ],
}

describe('shapes', () => {
  for (const [name, [lines, items]] of Object.entries(SHAPES))
    test(name, () => assert.deepEqual(shown(...lines), items))

  test('items know the headings above them', () => {
    const items = read('# Gate', '', 'Arms', '----', 'Two of them.', '', '**Posts**', '', 'One is left.')
    assert.deepEqual(
      items.map(({ under }) => under),
      [
        ['Gate', 'Arms'],
        ['Gate', 'Arms', 'Posts'],
      ],
    )
  })

  test('every quote stands in its source', () => {
    for (const [name, [lines]] of Object.entries(SHAPES))
      for (const { quote } of read(...lines)) {
        const parts = quote.split(/\s*\n\s*(?:\*|\/\/)?\s*/)
        for (const part of parts) assert.ok(lines.join('\n').includes(part), `${name}: ${quote}`)
      }
  })
})
