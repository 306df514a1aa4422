// For the build: which file draws which address, and what it asks of the service first, so that both can be fetched while
// the application starts. An address that the page then asks otherwise costs a request for nothing.

export const PAGES = [
  {
    path: '/',
    source: 'src/home/HomePage.tsx',
    asks: ['/docs/dashboard?top_days=30&recent_limit=6&top_limit=6', '/api/admin/docs/buckets/counts'],
  },
  {
    path: '/documents',
    source: 'src/documents/DocumentsPage.tsx',
    asks: ['/api/admin/docs/buckets/counts', '/api/admin/docs/?skip=0&limit=50'],
  },
  { path: '/documents/\\d+', source: 'src/documents/DocumentPage.tsx', asks: [] },
  { path: '/categories', source: 'src/categories/CategoriesPage.tsx', asks: ['/api/admin/categories/tree'] },
  { path: '/pipeline', source: 'src/pipeline/PipelinePage.tsx', asks: ['/api/pipeline/docs/backlog'] },
  { path: '/pipeline/jobs/\\d+', source: 'src/pipeline/JobPage.tsx', asks: [] },
  { path: '/processes', source: 'src/processes/ProcessesPage.tsx', asks: [] },
  { path: '/settings(/\\w+)?', source: 'src/settings/SettingsPage.tsx', asks: [] },
]
