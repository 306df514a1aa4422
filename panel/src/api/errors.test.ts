// What people read when the service refuses something.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ValidationError } from 'galley-client/schema.ts'
import { ApiError, fieldErrors, messageOf } from './errors.ts'

const refused = (...issues: ValidationError[]) => new ApiError(422, { detail: issues })
const at = (name: string, rest: Omit<ValidationError, 'loc'>) => ({ loc: ['body', name], ...rest })

describe('refusals in words for people', () => {
  test("a pattern, a length and a rule are said at their field, without the validator's own words", () => {
    const pattern = { type: 'string_pattern_mismatch', msg: "String should match pattern '^[\\p{Ll}]+$'" }
    const error = refused(
      at('slug', pattern),
      at('title', { type: 'string_too_long', msg: 'String should have …', ctx: { max_length: 300 } }),
      at('password', {
        type: 'value_error',
        msg: 'Value error, this password is among the commonest ones',
        ctx: { error: 'this password is among the commonest ones' },
      }),
      at('position', { type: 'int_parsing', msg: 'Input should be a valid integer, unable to …' }),
    )
    assert.deepEqual(fieldErrors(error), {
      slug: 'Use lowercase letters and digits, with single hyphens between them.',
      title: 'At most 300 characters.',
      password: 'This password is among the commonest ones.',
      position: 'Enter a whole number.',
    })
    assert.doesNotMatch(messageOf(error), /Value error|pattern|String should/)
    const queues = refused({ ...pattern, loc: ['body', 'queues', 0] })
    assert.match(messageOf(queues), /^queues › 0: Use lowercase letters/)
  })

  test('what is unknown is said as the service says it', () => {
    assert.equal(messageOf(refused(at('x', { type: 'new_type', msg: 'Something new' }))), 'x: Something new')
  })

  test('a 401 says what to do', () => {
    assert.equal(messageOf(new ApiError(401, { detail: 'Invalid credentials' })), 'Wrong email, username or password.')
    assert.match(messageOf(new ApiError(401, { detail: 'Not authenticated' })), /^You're signed out/)
  })

  test('what is taken stands at its field, other conflicts above the form', () => {
    const conflict = (detail: string) => fieldErrors(new ApiError(409, { detail }))
    assert.deepEqual(Object.keys(conflict('The slug metrics belongs to document 8')), ['slug'])
    assert.deepEqual(Object.keys(conflict('The slug metrics is taken')), ['slug'])
    assert.deepEqual(conflict('An account with this email already exists'), {
      email: 'An account with this email already exists.',
    })
    assert.deepEqual(conflict('Document 8 already has job 3 under way'), {})
  })
})
