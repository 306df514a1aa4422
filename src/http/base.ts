// The site's address for absolute links: in mails, feeds and the site map.

import type { FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'

/** The public address, or else the one this request was sent to, whose Host the gate has checked. */
export function baseOf({ publicUrl }: Pick<Config, 'publicUrl'>, { origin }: Pick<FastifyRequest, 'origin'>): string {
  return publicUrl || `${origin.https ? 'https' : 'http'}://${origin.host || 'localhost'}`
}
