module.exports = require('@strapi/strapi').factories.createCoreController('api::doc.doc')
