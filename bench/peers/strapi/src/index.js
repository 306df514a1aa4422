// On its first start Strapi makes the token that the measurement uses.

const { writeFileSync } = require('node:fs')

module.exports = {
  async bootstrap({ strapi }) {
    const token = { name: 'measuring', description: '', type: 'full-access', lifespan: null }
    const { accessKey } = await strapi.service('admin::api-token').create(token)
    writeFileSync(process.env.TOKEN_FILE, accessKey)
  },
}
