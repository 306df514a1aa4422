// Readable shades of any accent colour for light and dark. Reader and panel use one style sheet (accentStyle). Pure.

type Rgb = [number, number, number]

/** Distinct from green, amber and red, which signal states. */
export const DEFAULT_ACCENT = '#3f50bd'
export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** WCAG AA requires 4.5 for text; the margin is for tinted backgrounds. */
const READABLE = 5.5
const READABLE_ON_DARK = 6.5
/** White text on a button has no tint behind it. */
const READABLE_IN_WHITE = 4.6
const WHITE: Rgb = [255, 255, 255]
/** The lightest dark background in tokens.css. */
const DARK_GROUND: Rgb = [38, 40, 47]
const STEP = 0.01
const HALVINGS = 20

/** Contrasts with white, from the palest tint to the darkest; 6 and 7 are buttons in dark and light. */
const SHADES = [1.12, 1.28, 1.75, 2.4, 3.1, 3.8, READABLE_IN_WHITE, READABLE, 8, 11]

/** Colours of links and marks: the accent itself where it is readable. */
export function accentVariants(hex: string): { light: string; dark: string } {
  const colour = parse(hex)
  return {
    light: towards(colour, -STEP, WHITE, READABLE),
    dark: towards(colour, STEP, DARK_GROUND, READABLE_ON_DARK),
  }
}

/** The ten shades that the panel's component library needs. */
export function accentShades(hex: string): string[] {
  const colour = parse(hex)
  const shades = SHADES.map((wanted) => format(withContrast(colour, wanted)))
  shades[7] = accentVariants(hex).light
  return shades
}

/** Only variables; tokens.css uses them. */
export function accentStyle(hex: string): string {
  const { light, dark } = accentVariants(hex)
  const shades = accentShades(hex).map((shade, number) => `--accent-${number}:${shade};`)
  return `:root{--accent-light:${light};--accent-dark:${dark};${shades.join('')}}\n`
}

/** The lightest colour of this hue and saturation with the wanted contrast to white. */
function withContrast(colour: Rgb, wanted: number): Rgb {
  const [hue, strength] = toHsl(colour)
  let [enough, tooLight] = [0, 1]
  for (let round = 0; round < HALVINGS; round++) {
    const light = (enough + tooLight) / 2
    if (contrastOf(fromHsl([hue, strength, light]), WHITE) >= wanted) enough = light
    else tooLight = light
  }
  return fromHsl([hue, strength, enough])
}

/** Lightens or darkens the colour until it is readable on the background. */
function towards(colour: Rgb, step: number, ground: Rgb, wanted: number): string {
  const [hue, strength, start] = toHsl(colour)
  for (let light = start; light > 0 && light < 1; light += step) {
    const shifted = fromHsl([hue, strength, light])
    if (contrastOf(shifted, ground) >= wanted) return format(shifted)
  }
  return step < 0 ? '#000000' : '#ffffff'
}

/** WCAG contrast, 1 to 21. */
export const contrast = (one: string, other: string): number => contrastOf(parse(one), parse(other))

function contrastOf(one: Rgb, other: Rgb): number {
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

/** Hue in sixths of the circle; saturation and lightness from 0 to 1. */
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

const parse = (hex: string): Rgb => [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16)) as Rgb
const format = (colour: Rgb): string => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
