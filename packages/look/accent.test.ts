// Whatever accent an administrator chooses, text in it and on it can be read: WCAG AA, in light and dark.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { accentShades, accentStyle, accentVariants, contrast, DEFAULT_ACCENT } from './accent.ts'

const AA = 4.5
const [WHITE, DARK_PAGE, DARK_MENU] = ['#ffffff', '#1d1f25', '#26282f']
const COLOURS = [DEFAULT_ACCENT, '#2f6f4f', '#ffffff', '#000000', '#ffff00', '#0000ff', '#ff00aa', '#808080', '#00ffff']

/** mixed is what --tint of tokens.css makes: nine parts in a hundred of the accent on the page. */
function mixed(accent: string, ground: string): string {
  const parts = [1, 3, 5].map((at) => {
    const [one, other] = [accent, ground].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16))
    return Math.round(one! * 0.09 + other! * 0.91)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}

describe('the accent', () => {
  for (const colour of COLOURS) {
    const { light, dark } = accentVariants(colour)
    const shades = accentShades(colour)

    test(`${colour} can be read as text on pages, menus and tints`, () => {
      for (const ground of [WHITE, mixed(light, WHITE)])
        assert.ok(contrast(light, ground) >= AA, `${light} on ${ground}`)
      for (const ground of [DARK_PAGE, DARK_MENU, mixed(dark, DARK_PAGE)])
        assert.ok(contrast(dark, ground) >= AA, `${dark} on ${ground}`)
      assert.ok(contrast(shades[8]!, mixed(light, WHITE)) >= AA)
      assert.ok(contrast(shades[2]!, mixed(dark, DARK_PAGE)) >= AA)
    })

    test(`white can be read on buttons of ${colour}`, () => {
      for (const shade of [shades[6]!, shades[7]!]) assert.ok(contrast(WHITE, shade) >= AA, shade)
    })
  }

  test('a colour that can be read is taken as it is', () => {
    assert.equal(accentVariants('#3f50bd').light, '#3f50bd')
  })

  test('the style sheet has nothing but colours in it', () => {
    assert.match(accentStyle('#E4002B'), /^:root\{(?:--accent-\w+:#[0-9a-f]{6};){12}\}\n$/)
  })
})
