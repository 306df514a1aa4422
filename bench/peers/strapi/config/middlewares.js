const NAMES = ['logger', 'errors', 'security', 'cors', 'poweredBy', 'query', 'body', 'session', 'favicon', 'public']

module.exports = NAMES.map((name) => `strapi::${name}`)
