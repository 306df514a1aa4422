// The site's own address, for links that leave it: in mails, feeds and the site map.

import type { FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'

/** baseOf is the public address, or else the one that this request was sent to; the gate has checked its Host. */
export function baseOf({ publicUrl }: Pick<Config, 'publicUrl'>, { origin }: Pick<FastifyRequest, 'origin'>): string {
  return publicUrl || `${origin.https ? 'https' : 'http'}://${origin.host || 'localhost'}`
}
