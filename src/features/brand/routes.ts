// Reading and changing the brand, for administrators.

import { getOwner } from '#http/gate/access.ts'
import type { App } from '#http/kernel.ts'
import { type BrandWriteDeps, presentBrand, readBrand, updateBrand } from './brand.ts'
import { BrandOut, BrandUpdate } from './schemas.ts'

const tags = ['admin']
const config = { access: 'admin' } as const

export function brandRoutes(app: App, deps: BrandWriteDeps): void {
  app.get('/api/admin/brand', {
    config,
    schema: { tags, summary: 'Get the brand of the site and the panel', response: { 200: BrandOut } },
    handler: async () => presentBrand(await readBrand(deps)),
  })

  app.patch('/api/admin/brand', {
    config,
    schema: {
      tags,
      summary: 'Change the brand of the site and the panel',
      description:
        'Fields that are left out stay as they are; null goes back to the default. Pages show it at once, on other nodes within a second.',
      body: BrandUpdate,
      response: { 200: BrandOut },
    },
    handler: (request) => updateBrand(deps, getOwner(request).actor, request.body),
  })
}
