// The table of contents: the kernel, then every feature in the specification's order.

import type { Deps } from './deps.ts'
import { userRoutes } from './features/accounts/admin-routes.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { TokenChecker } from './features/accounts/tokens.ts'
import { serviceRoutes } from './features/service/routes.ts'
import { type App, createKernel } from './http/kernel.ts'
import { panelRoutes } from './http/panel.ts'

export function buildApp(deps: Deps): App {
  const tokens = new TokenChecker(deps)
  const app = createKernel(deps, (token) => tokens.check(token))
  app.addHook('onClose', () => tokens.flush())
  app.register(async (scope) => {
    const features = scope as unknown as App
    accountRoutes(features, deps)
    serviceRoutes(features, deps)
    panelRoutes(features)
    userRoutes(features, deps)
  })
  return app
}
