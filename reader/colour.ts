// The accent colour in two variants: dark enough on the light page, light enough on the dark one, whatever was set.

type Rgb = [number, number, number]

/** WCAG asks for 4.5 (AA) for text; this leaves some to spare for tinted backgrounds. */
const READABLE = 5
const READABLE_ON_DARK = 6.5
const LIGHT_GROUND: Rgb = [255, 255, 255]
const DARK_GROUND: Rgb = [20, 23, 26]
const STEP = 0.01

export function accentVariants(hex: string): { light: string; dark: string } {
  const colour = parse(hex)
  return {
    light: towards(colour, -STEP, LIGHT_GROUND, READABLE),
    dark: towards(colour, STEP, DARK_GROUND, READABLE_ON_DARK),
  }
}

/** towards makes the colour lighter or darker, keeping its hue and strength, until it can be read on the ground. */
function towards(colour: Rgb, step: number, ground: Rgb, wanted: number): string {
  const [hue, strength, start] = toHsl(colour)
  for (let light = start; light > 0 && light < 1; light += step) {
    const shifted = fromHsl([hue, strength, light])
    if (contrast(shifted, ground) >= wanted) return format(shifted)
  }
  return step < 0 ? '#000000' : '#ffffff'
}

export function contrast(one: Rgb, other: Rgb): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** toHsl: hue in sixths of the circle, strength and light from 0 to 1. */
function toHsl(colour: Rgb): Rgb {
  const [red, green, blue] = colour.map((part) => part / 255) as Rgb
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const [light, range] = [(most + least) / 2, most - least]
  if (range === 0) return [0, 0, light]
  const strength = range / (1 - Math.abs(2 * light - 1))
  const hue =
    most === red
      ? ((green - blue) / range + 6) % 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4
  return [hue, strength, light]
}

function fromHsl([hue, strength, light]: Rgb): Rgb {
  const range = strength * Math.min(light, 1 - light)
  const part = (offset: number) => {
    const turn = (offset + hue * 2) % 12
    return Math.round(255 * (light - range * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))))
  }
  return [part(0), part(8), part(4)]
}

export const parse = (hex: string): Rgb =>
  [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)) as Rgb
const format = (colour: Rgb): string => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
