module.exports = () => ({
  serveAdminPanel: false,
  auth: { secret: 'measuring' },
  apiToken: { salt: 'measuring' },
  transfer: { token: { salt: 'measuring' } },
})
