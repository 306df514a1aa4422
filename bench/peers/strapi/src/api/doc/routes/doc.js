module.exports = require('@strapi/strapi').factories.createCoreRouter('api::doc.doc')
