// What the editor does to a block by itself: the panel and the service don't share code, and have to know the same.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as panel from '../panel/src/blocks/merge.ts'
import * as service from '../src/blocks/edit.ts'

test("the panel and the service take the same for the editor's own doing", () => {
  assert.deepEqual(panel.EDITOR_DEFAULTS, service.EDITOR_DEFAULTS)
  assert.deepEqual(panel.UNKNOWN_TO_EDITOR, service.UNKNOWN_TO_EDITOR)
})
