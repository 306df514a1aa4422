// What counts as one address.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressKey } from './networks.ts'

test('a network of 64 bits counts as one IPv6 address, however it is written', () => {
  assert.equal(addressKey('2001:db8::1'), addressKey('2001:db8:0:0:ffff::2'))
  assert.equal(addressKey('2001:0DB8::1'), addressKey('2001:db8::1%eth0'))
  assert.notEqual(addressKey('2001:db8::1'), addressKey('2001:db8:0:1::1'))
})

test('an IPv4 address counts for itself, and so does what is no address', () => {
  assert.equal(addressKey('203.0.113.9'), '203.0.113.9')
  assert.equal(addressKey('unknown'), 'unknown')
})
