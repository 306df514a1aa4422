// The picture that stands for a page where it is shared and shows none of its own: its title, and the name, colour and logo of
// the site. Drawn in the sandbox; who may have it, and how long it is kept, reader/sharing.ts knows.

import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { VISITOR } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { TooCostly } from '#engine/sandbox.ts'
import { notFound } from '#errors.ts'
import { SECOND } from '#time.ts'

export type Logo = { type: string; bytes: Uint8Array }
type SharingPicture = { title: string; name: string; accent: string; logo: Logo | undefined }

/** A picture takes a quarter of a second; this is for the first one on a busy machine, whose process loads what draws it. */
const LONGEST_MS = 30 * SECOND
export const SHARING_SIZE = { width: 1200, height: 630 }
const TEXT_WIDTH = 1000
const [INK, PAPER] = ['#1c2024', '#ffffff']
/** The font comes in parts, each with a script; a part is a family of its own, and the first that has a character draws it. */
const SCRIPTS = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext']
const WEIGHT = 600
/** Three lines of the large size hold some 70 characters; what does not fit into four small ones is cut. */
const LARGE = { fontSize: 76, lineClamp: 3 }
const SMALL = { fontSize: 58, lineClamp: 4 }
const LARGE_UP_TO = 70
const LONGEST = 300
/** What resvg draws. */
const LOGO_TYPES = new Set(['image/png', 'image/jpeg', 'image/svg+xml'])

/** makeSharingPicture: pictures are for robots, so that all of them together have one turn at a time in the sandbox. */
export async function makeSharingPicture({ sandbox }: Pick<Deps, 'sandbox'>, picture: SharingPicture): Promise<Buffer> {
  try {
    return Buffer.from(await sandbox.run<Uint8Array>(VISITOR, 'drawSharingPicture', picture, LONGEST_MS))
  } catch (error) {
    if (error instanceof TooCostly) throw notFound('Picture')
    throw error
  }
}

/** drawSharingPicture is what runs in the sandbox (src/sandbox-tasks.ts). It leaves out what the font has no characters for (other scripts, which it could not set right to left either). */
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
  // A logo that can't be read, such as an SVG that is none, is left out.
  const svg = await draw(picture).catch(() => draw({ ...picture, logo: undefined }))
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng()
}

/** drawable: without what has no shape, and emoji, a title is still the same. */
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
