// For the build: which files draw which address, so that they are fetched while the application starts (start.js).

export const PRELOADS = [
  { path: '/', sources: ['src/home/HomePage.tsx'] },
  { path: '/documents', sources: ['src/documents/DocumentsPage.tsx'] },
  { path: '/documents/\\d+', sources: ['src/documents/DocumentPage.tsx'] },
  { path: '/documents/\\d+/revisions', sources: ['src/documents/revisions/RevisionsPage.tsx'] },
  { path: '/documents/trash', sources: ['src/documents/trash/TrashPage.tsx'] },
  { path: '/categories', sources: ['src/tree/CategoriesPage.tsx'] },
  { path: '/pipeline', sources: ['src/pipeline/PipelinePage.tsx'] },
  { path: '/pipeline/jobs/\\d+', sources: ['src/pipeline/job/JobPage.tsx'] },
  { path: '/processes', sources: ['src/processes/ProcessesPage.tsx'] },
  settings('(/profile)?', 'account/Profile'),
  settings('/tokens', 'tokens/Tokens'),
  settings('/brand', 'brand/Brand'),
  settings('/users', 'users/Users'),
  settings('/audit', 'audit/AuditTrail'),
  settings('/service', 'ServiceSettings'),
]

function settings(section: string, view: string) {
  const sources = ['src/settings/SettingsPage.tsx', `src/settings/${view}.tsx`]
  return { path: `/settings${section}`, sources }
}
