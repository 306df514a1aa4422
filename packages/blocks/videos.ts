// Addresses of videos that are watched on someone else's site: no file to play, so pages and the editor show a link.

const WATCHED =
  /^https?:\/\/(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:watch|embed|shorts|live)\b|youtu\.be\/|(?:www\.)?vimeo\.com\/\d|player\.vimeo\.com\/video\/)/i

/** videoSiteOf is the name of that site. */
export const videoSiteOf = (url: string): 'YouTube' | 'Vimeo' | undefined =>
  WATCHED.test(url) ? (/^https?:\/\/[^/]*vimeo/i.test(url) ? 'Vimeo' : 'YouTube') : undefined

/** videoWords is what the link says. */
export const videoWords = (name: string, site: string): string => name || `Watch on ${site}`
