// All pages and their addresses. Pages are loaded on demand; only the shell is in the first load.

import { Button } from '@mantine/core'
import {
  createRootRoute,
  createRoute,
  createRouter,
  type ErrorComponentProps,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { isOutdated, messageOf } from '../api/errors.ts'
import type { Bucket } from '../api/types.ts'
import { BUCKETS, type DocumentsSearch, SORTINGS, type Sorting } from '../documents/buckets.ts'
import { type ReviewFilter, readFilter } from '../review/filters.ts'
import { NotFound } from '../ui/NotFound.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Shell } from './Shell.tsx'
import { useWhenBack } from './whenBack.ts'

/** Shown for pages that failed to render or load. */
const PageFailed = ({ error, reset }: ErrorComponentProps) =>
  isOutdated(error) ? (
    <NotFetched />
  ) : (
    <Notice title="Something went wrong on this page" action={<Button onClick={reset}>Try again</Button>}>
      {messageOf(error)}
    </Notice>
  )

const LOADED_ANEW_KEY = 'galley.loaded-anew'
const ONCE_IN = 60_000

/** Reloads the panel once the service responds, at most once a minute. */
function NotFetched() {
  useWhenBack(() => {
    if (Date.now() - Number(sessionStorage.getItem(LOADED_ANEW_KEY)) < ONCE_IN) return
    sessionStorage.setItem(LOADED_ANEW_KEY, String(Date.now()))
    location.reload()
  })
  return (
    <Notice title="This page couldn't be loaded" action={<Button onClick={() => location.reload()}>Reload</Button>}>
      The service may have been updated, or it can't be reached. The panel keeps trying. Your unsaved changes are kept
      in this browser.
    </Notice>
  )
}

type PipelineSearch = { category?: number }
/** Without a revision, the current version; without a view, the version's changes. */
type RevisionsSearch = { revision?: number; view?: 'current' | 'content' }

const root = createRootRoute({ component: Shell, notFoundComponent: () => <NotFound /> })
const at = <const P extends string>(path: P) => ({ getParentRoute: () => root, path }) as const

/** A route without search parameters. */
const page = <const P extends string, M extends Record<string, unknown>, N extends keyof M & string>(
  path: P,
  load: () => Promise<M>,
  name: N,
) => createRoute({ ...at(path), component: lazyRouteComponent(load, name) })

const home = page('/', () => import('../home/HomePage.tsx'), 'HomePage')

const inbox = createRoute({
  ...at('/inbox'),
  validateSearch: ({ entry }: Record<string, unknown>): { entry?: string } =>
    typeof entry === 'string' ? { entry } : {},
  component: lazyRouteComponent(() => import('../inbox/InboxPage.tsx'), 'InboxPage'),
})

const documents = createRoute({
  ...at('/documents'),
  validateSearch: (search: Record<string, unknown>): DocumentsSearch => ({
    ...(BUCKETS.includes(search.bucket as Bucket) && { bucket: search.bucket as Bucket }),
    // The router parses `?q=42` as a number.
    ...(typeof search.q !== 'undefined' && String(search.q) !== '' && { q: String(search.q) }),
    ...(Number.isSafeInteger(search.category) && Number(search.category) >= 0 && { category: Number(search.category) }),
    ...(SORTINGS.includes(search.sort as Sorting) && { sort: search.sort as Sorting }),
    ...(search.unpublished === true && { unpublished: true as const }),
    ...(Number(search.page) > 1 && { page: Math.trunc(Number(search.page)) }),
  }),
  component: lazyRouteComponent(() => import('../documents/DocumentsPage.tsx'), 'DocumentsPage'),
})

const document = page('/documents/$id', () => import('./EditorPage.tsx'), 'EditorPage')

const revisions = createRoute({
  ...at('/documents/$id/revisions'),
  validateSearch: ({ revision, view }: Record<string, unknown>): RevisionsSearch => ({
    ...(Number.isSafeInteger(revision) && Number(revision) > 0 && { revision: Number(revision) }),
    ...((view === 'current' || view === 'content') && { view }),
  }),
  component: lazyRouteComponent(() => import('../documents/revisions/RevisionsPage.tsx'), 'RevisionsPage'),
})

// Static segments win over `$id` in any order.
const trash = page('/documents/trash', () => import('../documents/trash/TrashPage.tsx'), 'TrashPage')
const missed = page('/documents/missed-searches', () => import('../documents/MissedPage.tsx'), 'MissedPage')
const overview = page('/documents/overview', () => import('../documents/OverviewPage.tsx'), 'OverviewPage')
const importing = page('/documents/import', () => import('../import/ImportPage.tsx'), 'ImportPage')
const oneImport = page('/documents/import/$id', () => import('../import/ImportDetail.tsx'), 'ImportDetail')
const categories = page('/categories', () => import('../tree/CategoriesPage.tsx'), 'CategoriesPage')

const pipeline = createRoute({
  ...at('/pipeline'),
  validateSearch: (search: Record<string, unknown>): PipelineSearch =>
    Number(search.category) > 0 ? { category: Number(search.category) } : {},
  component: lazyRouteComponent(() => import('../pipeline/PipelinePage.tsx'), 'PipelinePage'),
})

const job = page('/pipeline/jobs/$id', () => import('../pipeline/job/JobPage.tsx'), 'JobPage')

const review = createRoute({
  ...at('/review'),
  validateSearch: readFilter,
  component: lazyRouteComponent(() => import('./ReviewPage.tsx'), 'ReviewPage'),
})
/** Redirects from former pages that are now parts of this one. */
const lead = (show: ReviewFilter) => () => {
  throw redirect({ to: '/review', search: { show }, replace: true })
}
const stale = createRoute({ ...at('/documents/stale'), beforeLoad: lead('passages') })
const proposals = createRoute({ ...at('/proposals'), beforeLoad: lead('proposals') })
const proposal = page('/proposals/$id', () => import('../proposals/ProposalPage.tsx'), 'ProposalPage')
const processes = page('/processes', () => import('../processes/ProcessesPage.tsx'), 'ProcessesPage')
const settings = page('/settings', () => import('../settings/SettingsPage.tsx'), 'SettingsPage')
const settingsSection = page('/settings/$section', () => import('../settings/SettingsPage.tsx'), 'SettingsPage')

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    inbox,
    documents,
    document,
    revisions,
    trash,
    missed,
    overview,
    importing,
    oneImport,
    stale,
    categories,
    pipeline,
    job,
    review,
    proposals,
    proposal,
    processes,
    settings,
    settingsSection,
  ]),
  basepath: '/panel',
  // Hovering over a link preloads its page.
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailed,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** The document was just created and will be written next. */
    isNew?: boolean
  }
}
