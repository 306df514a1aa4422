// The table of contents: the kernel, then every feature in the specification's order.

import type { Deps } from './deps.ts'
import { checkToken } from './features/accounts/tokens.ts'
import { serviceRoutes } from './features/service/routes.ts'
import { type App, createKernel } from './http/kernel.ts'
import { panelRoutes } from './http/panel.ts'

export function buildApp(deps: Deps): App {
  const app = createKernel(deps, (token) => checkToken(deps, token))
  app.register(async (scope) => {
    const features = scope as unknown as App
    serviceRoutes(features, deps)
    panelRoutes(features)
  })
  return app
}
