// The accent colour in two variants: dark enough on the light page, light enough on the dark one, whatever was set.

type Colour = [number, number, number]

/** READABLE is the contrast that WCAG asks of text (AA), with a little to spare for tinted grounds. */
const READABLE = 5
const LIGHT_GROUND: Colour = [255, 255, 255]
const DARK_GROUND: Colour = [20, 23, 26]

export function accentVariants(hex: string): { light: string; dark: string } {
  const colour = parse(hex)
  return { light: towards(colour, [0, 0, 0], LIGHT_GROUND), dark: towards(colour, [255, 255, 255], DARK_GROUND) }
}

/** towards mixes in black or white step by step until the colour can be read on the ground. */
function towards(colour: Colour, end: Colour, ground: Colour): string {
  for (let share = 0; share < 1; share += 0.04) {
    const mixed = mix(colour, end, share)
    if (contrast(mixed, ground) >= READABLE) return format(mixed)
  }
  return format(end)
}

export function contrast(one: Colour, other: Colour): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Colour
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export const parse = (hex: string): Colour =>
  [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)) as Colour
const mix = (one: Colour, other: Colour, share: number): Colour =>
  one.map((part, index) => Math.round(part + (other[index]! - part) * share)) as Colour
const format = (colour: Colour): string => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
