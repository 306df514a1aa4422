// The composition of the app: the kernel, then every feature in the specification's order. State shared by features (cached
// responses, counts, hits) is created here. Imports go one way, so a feature that needs a later one gets a function
// (`findCategories`, `documentsOfTree`, `readableBy`, the keepers).

import { Look } from '../reader/look.ts'
import { readerRoutes } from '../reader/routes.ts'
import type { Deps } from './deps.ts'
import { userRoutes } from './features/accounts/admin-routes.ts'
import { recordAudit } from './features/accounts/audit/audit.ts'
import { RefusedRequests } from './features/accounts/audit/refused-requests.ts'
import { factorRoutes } from './features/accounts/factor-routes.ts'
import { groupRoutes } from './features/accounts/group-routes.ts'
import { leavingRoutes } from './features/accounts/leaving-routes.ts'
import { oidcRoutes } from './features/accounts/oidc-routes.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { scimRoutes } from './features/accounts/scim-routes.ts'
import { sessionRoutes } from './features/accounts/session-routes.ts'
import { TokenChecker } from './features/accounts/sessions/tokens.ts'
import { tokenRoutes } from './features/accounts/token-routes.ts'
import { Calibration } from './features/ask/calibration.ts'
import { CutPages } from './features/ask/pages.ts'
import { askRoutes } from './features/ask/routes.ts'
import { AnswerWriter } from './features/ask/writer.ts'
import { CurrentBrand } from './features/brand/brand.ts'
import { brandRoutes } from './features/brand/routes.ts'
import { categoryKeeper } from './features/categories/leaving.ts'
import { categoryExists, findReadableIds } from './features/categories/reading.ts'
import { categoryRoutes } from './features/categories/routes.ts'
import { commentKeeper } from './features/comments/leaving.ts'
import { commentRoutes } from './features/comments/routes.ts'
import { readableBy } from './features/documents/access/access.ts'
import { documentKeeper } from './features/documents/access/leaving.ts'
import { Variants } from './features/documents/access/variants.ts'
import { adminDocumentRoutes } from './features/documents/admin-routes.ts'
import { autosaveRoutes } from './features/documents/autosave-routes.ts'
import { dashboardRoutes, overviewRoutes } from './features/documents/dashboard/routes.ts'
import { sharedDraftRoutes } from './features/documents/drafts/routes.ts'
import { contentOfCategories, prepareRewrite } from './features/documents/editing/service.ts'
import { feedbackRoutes } from './features/documents/feedback/routes.ts'
import { historyRoutes } from './features/documents/history/revision-routes.ts'
import { trashRoutes } from './features/documents/history/trash-routes.ts'
import { proposalRoutes } from './features/documents/proposals/routes.ts'
import { prepareSuggestion } from './features/documents/proposals/suggest.ts'
import { publicListRoutes } from './features/documents/public-routes.ts'
import { documentExists } from './features/documents/reading/reading.ts'
import { RedirectHits } from './features/documents/redirects/hits.ts'
import { redirectRoutes } from './features/documents/redirects/routes.ts'
import { documentsOfTree } from './features/documents/review/of-tree.ts'
import { documentRoutes } from './features/documents/routes.ts'
import { GrantedDocuments } from './features/documents/search/finding/granted.ts'
import { Hits } from './features/documents/search/finding/hits.ts'
import { MissedSearches } from './features/documents/search/missed/missed.ts'
import { missedRoutes } from './features/documents/search/missed/routes.ts'
import { askedKeeper } from './features/documents/search/missed/team.ts'
import { searchRoutes } from './features/documents/search/routes.ts'
import { uploadRoutes } from './features/documents/uploads/routes.ts'
import { holdPicture } from './features/documents/uploads/uploads.ts'
import { ViewCounter } from './features/documents/views/views.ts'
import { proposeSource } from './features/documents/writing/held-back.ts'
import { evidenceRoutes } from './features/evidence/routes.ts'
import { staleRoutes } from './features/evidence/stale-routes.ts'
import { importRoutes } from './features/exchange/imports/routes.ts'
import { previewRoutes } from './features/exchange/preview/preview-routes.ts'
import { sampleRoutes } from './features/exchange/sample/routes.ts'
import { inboxKeeper } from './features/inbox/inbox.ts'
import { mailGauges } from './features/inbox/mails.ts'
import { inboxRoutes, mailRoutes } from './features/inbox/routes.ts'
import { liveRoutes } from './features/live/routes.ts'
import { ownerKeeper } from './features/owners/owners.ts'
import { ownerRoutes } from './features/owners/routes.ts'
import { documentJobs } from './features/pipeline/document-jobs.ts'
import { enqueue } from './features/pipeline/enqueue.ts'
import { pipelineKeeper } from './features/pipeline/leaving.ts'
import { jobGauges } from './features/pipeline/metrics.ts'
import { draftRoutes, pipelineRoutes } from './features/pipeline/routes.ts'
import { processGauges } from './features/processes/processes.ts'
import { processRoutes } from './features/processes/routes.ts'
import { nodeGauges } from './features/service/checks.ts'
import { serviceRoutes } from './features/service/routes.ts'
import { webhookRoutes } from './features/webhooks/routes.ts'
import { webhookGauges } from './features/webhooks/webhooks.ts'
import { type App, createKernel } from './http/kernel.ts'
import { metricsRoutes } from './http/metrics.ts'
import { collectRoutes, openapiDocument } from './http/openapi/openapi.ts'
import { openapiRoutes } from './http/openapi/routes.ts'
import { panelRoutes } from './http/panel.ts'
import { ResponseCache } from './http/responses/response-cache.ts'
import { mcpRoutes } from './mcp/routes.ts'
import { WAITING } from './waiting.ts'

export function buildApp(deps: Deps): App {
  const tokens = new TokenChecker(deps)
  const views = new ViewCounter(deps)
  const look = new Look(deps.config, new CurrentBrand(deps))
  const redirectHits = new RedirectHits(deps)
  const missed = new MissedSearches(deps)
  const passageDeps = { ...deps, granted: new GrantedDocuments(deps), cutPages: new CutPages(deps) }
  const calibration = new Calibration(passageDeps)
  const contentDeps = {
    ...passageDeps,
    calibration,
    responses: new ResponseCache(deps.db),
    variants: new Variants(deps),
    views,
    redirectHits,
    missed,
    hits: new Hits(deps),
    writer: deps.config.ask === 'model' ? new AnswerWriter(deps) : undefined,
    jobs: documentJobs(deps),
  }

  const app = createKernel(
    deps,
    (token) => tokens.check(token),
    (checked) => tokens.recheck(checked),
  )
  const refused = new RefusedRequests(deps)
  app.refusals.note = (actor, request) => refused.note(actor, request)
  const routes = collectRoutes(app)
  const gauges = [jobGauges, processGauges, mailGauges, webhookGauges, nodeGauges]
  metricsRoutes(
    app,
    deps,
    gauges.map((read) => () => read(deps)),
  )
  const keepers = [categoryKeeper, documentKeeper, askedKeeper, commentKeeper, ownerKeeper, inboxKeeper, pipelineKeeper]
  app.register(async (features) => {
    accountRoutes(features, deps)
    sessionRoutes(features, deps)
    factorRoutes(features, deps)
    oidcRoutes(features, deps)
    tokenRoutes(features, { ...deps, findCategories: (actor, ids) => findReadableIds(deps, actor, ids) })
    serviceRoutes(features, deps)
    publicListRoutes(features, contentDeps)
    previewRoutes(features, deps)
    documentRoutes(features, contentDeps)
    searchRoutes(features, contentDeps)
    askRoutes(features, { ...contentDeps, readableBy })
    missedRoutes(features, deps)
    dashboardRoutes(features, contentDeps)
    historyRoutes(features, contentDeps)
    sharedDraftRoutes(features, contentDeps)
    autosaveRoutes(features, contentDeps)
    liveRoutes(features, deps)
    proposalRoutes(features, contentDeps)
    feedbackRoutes(features, deps)
    overviewRoutes(features, deps)
    uploadRoutes(features, deps)
    redirectRoutes(features, deps)
    evidenceRoutes(features, { ...deps, readableBy, proposeSource: proposeSource.bind(null, deps) })
    commentRoutes(features, {
      ...deps,
      readableBy,
      prepareSuggestion: (actor, markdown) => prepareSuggestion(deps, actor, markdown),
    })
    ownerRoutes(features, { ...deps, readableBy })
    inboxRoutes(features, { ...deps, ...WAITING })
    mailRoutes(features, deps)
    staleRoutes(features, {
      ...deps,
      readableBy,
      rewrite: (actor, id, version, blocks, summary) => prepareRewrite(deps, actor, id, version, blocks, summary),
      redraft: (actor, document_id, { rewordings, instructions }) =>
        enqueue(deps, actor, { document_id, instructions }, rewordings),
    })
    draftRoutes(features, deps)
    categoryRoutes(features, { ...contentDeps, ...documentsOfTree, content: contentOfCategories(contentDeps) })
    adminDocumentRoutes(features, contentDeps)
    sampleRoutes(features, deps)
    importRoutes(features, deps)
    trashRoutes(features, contentDeps)
    processRoutes(features, deps)
    pipelineRoutes(features, deps)
    panelRoutes(features, (page) => look.dress(page))
    userRoutes(features, deps)
    groupRoutes(features, deps)
    brandRoutes(features, {
      ...deps,
      record: recordAudit,
      holdPicture: (tx, path) => holdPicture(deps, tx, path),
      hasDocument: documentExists,
    })
    webhookRoutes(features, { ...deps, record: recordAudit, categoryExists })
    leavingRoutes(features, { ...deps, keepers })
  })
  app.register(async (scope) => scimRoutes(scope, { ...deps, keepers }))
  app.register(async (scope) => readerRoutes(scope, { ...contentDeps, look, readableBy }))
  app.register(async (scope) => mcpRoutes(scope, { ...contentDeps, readableBy }))
  app.register(async (scope) => openapiRoutes(scope, () => openapiDocument(routes)))

  // Requests have ended; the database is closed afterwards by its opener.
  app.addHook('onClose', () => tokens.flush())
  app.addHook('onClose', () => refused.flush())
  app.addHook('onClose', () => views.close())
  app.addHook('onClose', () => redirectHits.close())
  app.addHook('onClose', () => missed.close())
  app.addHook('onClose', () => calibration.close())
  return app
}
