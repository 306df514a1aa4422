module.exports = require('@strapi/strapi').factories.createCoreService('api::doc.doc')
