// Starts Swagger UI for our OpenAPI document. Credentials stay in the page's memory.

const darkScheme = matchMedia('(prefers-color-scheme: dark)')
function applyTheme() {
  const { theme } = document.documentElement.dataset
  document.documentElement.classList.toggle('dark-mode', theme ? theme === 'dark' : darkScheme.matches)
}
darkScheme.addEventListener('change', applyTheme)
applyTheme()

/**
 * Adapts the document to the explorer: adds an API token beside the password (for people who sign in without one) to every
 * operation, and removes cookie parameters, which browsers can't set.
 */
function forBrowser(spec) {
  delete spec.servers
  spec.components.securitySchemes.ApiToken = {
    type: 'http',
    scheme: 'bearer',
    description: 'Create one in the panel under Settings → API tokens.',
  }
  for (const path of Object.values(spec.paths))
    for (const operation of Object.values(path)) {
      operation.security = [{ OAuth2PasswordBearer: [] }, { ApiToken: [] }]
      operation.parameters = operation.parameters?.filter((parameter) => parameter.in !== 'cookie')
    }
  return spec
}

document.addEventListener('DOMContentLoaded', async () => {
  const response = await fetch('/openapi.json')
  globalThis.SwaggerUIBundle({
    spec: forBrowser(await response.json()),
    dom_id: '#explorer',
    deepLinking: true,
    docExpansion: 'none',
    // Operations show their schemas; repeating all of them below would be slow.
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    filter: true,
    validatorUrl: null,
    // Operations are opened by a button, and a link inside a button isn't reachable by keyboard.
    plugins: [() => ({ components: { DeepLink: ({ text }) => text } })],
  })
})
