// For the build: which files draw which address, and what they ask of the service first, so that both can be fetched while
// the application starts. If the page then asks something else, that is one request for nothing.

export const PRELOADS = [
  {
    path: '/',
    sources: ['src/home/HomePage.tsx'],
    asks: ['/docs/dashboard?top_days=30&recent_limit=6&top_limit=6', '/api/admin/docs/buckets/counts'],
  },
  {
    path: '/documents',
    sources: ['src/documents/DocumentsPage.tsx'],
    asks: ['/api/admin/docs/buckets/counts', '/api/admin/docs/?skip=0&limit=50'],
  },
  { path: '/documents/\\d+', sources: ['src/documents/DocumentPage.tsx'], asks: [] },
  { path: '/documents/\\d+/revisions', sources: ['src/documents/RevisionsPage.tsx'], asks: [] },
  { path: '/documents/trash', sources: ['src/documents/TrashPage.tsx'], asks: [] },
  { path: '/categories', sources: ['src/categories/CategoriesPage.tsx'], asks: ['/api/admin/categories/tree'] },
  { path: '/pipeline', sources: ['src/pipeline/PipelinePage.tsx'], asks: ['/api/pipeline/docs/backlog'] },
  { path: '/pipeline/jobs/\\d+', sources: ['src/pipeline/JobPage.tsx'], asks: [] },
  { path: '/processes', sources: ['src/processes/ProcessesPage.tsx'], asks: [] },
  settings('(/profile)?', 'Profile'),
  settings('/tokens', 'Tokens'),
  settings('/users', 'Users'),
  settings('/audit', 'AuditTrail'),
  settings('/service', 'ServiceSettings'),
]

function settings(section: string, view: string) {
  const sources = ['src/settings/SettingsPage.tsx', `src/settings/${view}.tsx`]
  return { path: `/settings${section}`, sources, asks: [] }
}
