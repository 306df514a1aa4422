// Starts Swagger UI over our OpenAPI document. What someone authorises with is in the page's memory alone.

const darkScheme = matchMedia('(prefers-color-scheme: dark)')
function applyTheme() {
  const { theme } = document.documentElement.dataset
  document.documentElement.classList.toggle('dark-mode', theme ? theme === 'dark' : darkScheme.matches)
}
darkScheme.addEventListener('change', applyTheme)
applyTheme()

/**
 * forBrowser adds what only the explorer offers: an API token beside the password (for people who sign in without one), for every
 * operation. Browsers send no cookies by hand, so their parameters go.
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
    // Each operation shows its schemas; all of them once more below would take longer than the rest of the page.
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    filter: true,
    validatorUrl: null,
    // Operations open by a button already, and a link inside a button can't be reached by keyboard; their hash stays in the address.
    plugins: [() => ({ components: { DeepLink: ({ text }) => text } })],
  })
})
