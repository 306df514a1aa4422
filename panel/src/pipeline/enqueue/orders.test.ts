// The fields of the form as lines of instructions.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { given, instructionsOf, NO_ORDERS } from './orders.ts'

test('each field is a line with its key, before what is typed freely', () => {
  const orders = {
    title: ' Start the pumps ',
    sections: ['Before you start', 'Steps'],
    leave_out: ['prices'],
    use: [{ slug: 'pump-manual', title: 'The pump manual' }],
    instructions: 'Length: short\nSound official.',
  }
  assert.equal(
    instructionsOf(orders),
    'Title: Start the pumps\nSections: Before you start, Steps\nLeave out: prices\nUse: pump-manual\nLength: short\nSound official.',
  )
})

test('what is empty is not sent', () => {
  assert.equal(instructionsOf(NO_ORDERS), '')
  assert.deepEqual(given({ notes: ' ', instructions: 'Short.' }), { instructions: 'Short.' })
})
