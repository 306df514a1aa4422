// Embeds in video blocks: a video of another site, or a whole page. Loaded only on click, in a frame with its own policy
// (reader/embed-page.ts).

/** `page` is for people, `frame` for a frame, `play` tells the frame to start at once. */
type Embed = { site: string; page: string; frame: string; play: string }

export const VIDEO_FILE = /\.(?:mp4|webm|mov|ogv|m4v)(?:[?#]|$)/i
const YOUTUBE =
  /^(?:https?:)?\/\/(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/(?!videoseries)|shorts\/|live\/)|youtu\.be\/)([\w-]+)/i
const VIMEO = /^(?:https?:)?\/\/(?:(?:www\.)?vimeo\.com|player\.vimeo\.com\/video)\/(\d+)/i

/** A video of a known site, by its address. */
export function videoOf(url: string): Embed | undefined {
  const [, youtube] = YOUTUBE.exec(url) ?? []
  if (youtube !== undefined)
    return {
      site: 'YouTube',
      page: `https://www.youtube.com/watch?v=${youtube}`,
      frame: `https://www.youtube-nocookie.com/embed/${youtube}`,
      play: '?autoplay=1',
    }
  const [, vimeo] = VIMEO.exec(url) ?? []
  if (vimeo === undefined) return undefined
  const [page, frame] = [`https://vimeo.com/${vimeo}`, `https://player.vimeo.com/video/${vimeo}`]
  return { site: 'Vimeo', page, frame, play: '?dnt=1&autoplay=1' }
}

/** A video or any other page; undefined for a file, which the browser plays itself. */
export function embedOf(url: string): Embed | undefined {
  const page = /^https:\/\//i.test(url) && !VIDEO_FILE.test(url) ? URL.parse(url) : null
  return videoOf(url) ?? (page ? { site: page.host, page: page.href, frame: page.href, play: '' } : undefined)
}

/** A frame's proportions, unless they are unreadable. */
export function ratioOf(ratio: unknown): { width: string; height: string; ratio: string } | undefined {
  const [, width, height] = /^(\d{1,4})\/(\d{1,4})$/.exec(String(ratio)) ?? []
  const isReadable = Number(width) / Number(height) > 1 / 3 && Number(width) / Number(height) < 6
  return isReadable ? { width: width!, height: height!, ratio: `${width}/${height}` } : undefined
}

/** Our page that holds the frame. */
export const embedPage = (url: string): string => `/read/assets/embed/index.html?url=${encodeURIComponent(url)}`
/** Permissions of that page's frame, and of the one inside. */
export const EMBED_RIGHTS = {
  sandbox: 'allow-scripts allow-same-origin allow-popups allow-forms allow-presentation',
  allow: 'autoplay; encrypted-media; fullscreen; picture-in-picture',
}
