// For the build: which files draw which address, and the requests they send first, so that both can be fetched while
// the application starts. If the page then needs something else, that is one request for nothing.

export const PRELOADS = [
  {
    path: '/',
    sources: ['src/home/HomePage.tsx'],
    requests: ['/docs/dashboard?top_days=30&recent_limit=6&top_limit=6', '/api/admin/docs/buckets/counts'],
  },
  {
    path: '/documents',
    sources: ['src/documents/DocumentsPage.tsx'],
    requests: ['/api/admin/docs/buckets/counts', '/api/admin/docs/?skip=0&limit=50'],
  },
  { path: '/documents/\\d+', sources: ['src/documents/DocumentPage.tsx'], requests: [] },
  { path: '/documents/\\d+/revisions', sources: ['src/documents/revisions/RevisionsPage.tsx'], requests: [] },
  { path: '/documents/trash', sources: ['src/documents/trash/TrashPage.tsx'], requests: [] },
  {
    path: '/categories',
    sources: ['src/categories/CategoriesPage.tsx'],
    requests: ['/api/admin/categories/tree', '/api/docs/tree/me'],
  },
  { path: '/pipeline', sources: ['src/pipeline/PipelinePage.tsx'], requests: ['/api/pipeline/docs/backlog'] },
  { path: '/pipeline/jobs/\\d+', sources: ['src/pipeline/job/JobPage.tsx'], requests: [] },
  { path: '/processes', sources: ['src/processes/ProcessesPage.tsx'], requests: [] },
  settings('(/profile)?', 'account/Profile'),
  settings('/tokens', 'tokens/Tokens'),
  settings('/brand', 'brand/Brand'),
  settings('/users', 'users/Users'),
  settings('/audit', 'audit/AuditTrail'),
  settings('/service', 'ServiceSettings'),
]

function settings(section: string, view: string) {
  const sources = ['src/settings/SettingsPage.tsx', `src/settings/${view}.tsx`]
  return { path: `/settings${section}`, sources, requests: [] }
}
