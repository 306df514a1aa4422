// The preview picture of a shared page without an image of its own: its title with the site's name, colour and logo. Drawn in
// the sandbox; access and caching are in reader/sharing.ts.

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { VISITOR } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { TooCostly } from '#engine/sandbox.ts'
import { notFound } from '#errors.ts'
import { SECOND } from '#time.ts'

export type Logo = { type: string; bytes: Uint8Array }
type SharingPicture = { title: string; name: string; accent: string; logo: Logo | undefined }

/** A picture takes a quarter of a second; this allows for a busy machine whose sandbox process has to load first. */
const LONGEST_MS = 30 * SECOND
export const SHARING_SIZE = { width: 1200, height: 630 }
const TEXT_WIDTH = 1000
const [INK, PAPER] = ['#1c2024', '#ffffff']
/** The font is split by script; each part is a family of its own, and the first with a character draws it. */
const SCRIPTS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext']
const WEIGHT = 600
/** Three large lines hold some 70 characters; text longer than four small lines is cut. */
const LARGE = { fontSize: 76, lineClamp: 3 }
const SMALL = { fontSize: 58, lineClamp: 4 }
const LARGE_UP_TO = 70
const LONGEST = 300
/** What resvg can draw. */
const LOGO_TYPES = new Set(['image/png', 'image/jpeg', 'image/svg+xml'])

/** Pictures are for crawlers, so they share one turn in the sandbox. */
export async function makeSharingPicture({ sandbox }: Deps, picture: SharingPicture): Promise<Buffer> {
  try {
    return Buffer.from(await sandbox.run<Uint8Array>(VISITOR, 'drawSharingPicture', picture, LONGEST_MS))
  } catch (error) {
    if (error instanceof TooCostly) throw notFound('Picture')
    throw error
  }
}

/**
 * Runs in the sandbox (src/sandbox-tasks.ts). Leaves out characters that the font lacks; right-to-left scripts could not be
 * laid out anyway.
 */
export async function drawSharingPicture(given: SharingPicture): Promise<Uint8Array> {
  const [{ default: satori }, { Resvg }] = await Promise.all([import('satori'), import('@resvg/resvg-js')])
  const fonts = await Promise.all(SCRIPTS.map(readFont))
  const draw = async (picture: SharingPicture): Promise<string> => {
    let lacking = ''
    const loadAdditionalAsset = async (_language: string, text: string) => {
      lacking += text
      return []
    }
    const svg = await satori(layout(picture), { ...SHARING_SIZE, fonts, loadAdditionalAsset })
    const lacks = (text: string) => Array.from(lacking).some((one) => text.includes(one))
    if (lacks(picture.title)) return draw({ ...picture, title: '' })
    return lacks(picture.name) ? draw({ ...picture, name: '' }) : svg
  }
  const picture = { ...given, title: drawable(given.title), name: drawable(given.name) }
  // An unreadable logo, such as an invalid SVG, is left out.
  const svg = await draw(picture).catch(() => draw({ ...picture, logo: undefined }))
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng()
}

/** A title without emoji and invisible characters. */
const drawable = (text: string): string =>
  text
    .slice(0, LONGEST)
    .replace(/[\p{Emoji_Presentation}\p{Cf}]|\uFE0F/gu, '')
    .trim()

async function readFont(script: string) {
  const file = import.meta.resolve(`@fontsource/golos-text/files/golos-text-${script}-${WEIGHT}-normal.woff`)
  return { name: script, weight: WEIGHT, style: 'normal', data: await readFile(fileURLToPath(file)) } as const
}

type PictureElement = { type: string; props: object }
const box = (style: object, ...children: (PictureElement | string)[]): PictureElement => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})

function layout({ title, name, accent, logo }: SharingPicture): Parameters<typeof import('satori').default>[0] {
  const large = title || name
  const size = large.length > LARGE_UP_TO ? SMALL : LARGE
  const text = {
    ...size,
    width: TEXT_WIDTH,
    display: 'block',
    lineHeight: 1.2,
    letterSpacing: '-0.01em',
    wordBreak: 'break-word',
  }
  const ground = { width: '100%', height: '100%', padding: '72px 80px', color: INK, backgroundColor: PAPER }
  return box(
    { ...ground, flexDirection: 'column', borderLeft: `28px solid ${accent}`, fontFamily: SCRIPTS.join(', ') },
    box(
      { height: 64, alignItems: 'center', gap: 24, fontSize: 36, color: accent },
      ...(logo && LOGO_TYPES.has(logo.type) ? [image(logo)] : []),
      ...(title === '' ? [] : [name]),
    ),
    box({ flexGrow: 1, alignItems: 'center' }, { type: 'div', props: { style: text, children: large } }),
  ) as never
}

const image = ({ type, bytes }: Logo): PictureElement => ({
  type: 'img',
  props: {
    src: `data:${type};base64,${Buffer.from(bytes).toString('base64')}`,
    style: { height: 64, maxWidth: 320, objectFit: 'contain' },
  },
})
