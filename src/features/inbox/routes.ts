// The inbox of whoever asks: what waits for them, marking it, what they watch, which mails they get, and the page behind the link
// that ends these (RFC 8058): mail programs post to it by themselves, people are asked first.

import { escapeHtml } from 'galley-blocks/html/inline.ts'
import { accentVariants } from 'galley-look/accent.ts'
import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { type Brand, readBrand } from '#features/brand/brand.ts'
import { AnyText, closed, Nullable, named, Omittable, PathId, pageFields, Timestamp } from '#http/atoms.ts'
import { BRIEF, getOwner } from '#http/gate/access.ts'
import type { App } from '#http/kernel.ts'
import * as inbox from './inbox.ts'
import { INBOX_KINDS } from './waiting.ts'

const ENTRY_STATES = ['open', 'snoozed', 'done'] as const

const InboxQuery = Type.Object({ ...pageFields, state: closed(ENTRY_STATES, { default: 'open' }) })

const EntryOut = named('InboxEntryOut', {
  key: Type.String({ description: 'Names the entry, for marking it.', examples: ['question:12'] }),
  kind: closed(INBOX_KINDS),
  document: Type.Object({ id: Type.Integer(), title: Type.String() }),
  text: Type.String({ description: 'The question, the comment, or why a job failed; else empty.' }),
  who: Nullable(Type.String({ description: 'Who said it.' })),
  since: Timestamp,
  iteration_id: Nullable(Type.Integer({ description: 'Of a question or an action: the iteration that raised it.' })),
  link: Type.String({ description: 'The path in the panel that opens it.' }),
})

const InboxPage = named('InboxPage', {
  total: Type.Integer(),
  counts: Type.Record(Type.String(), Type.Integer(), { description: 'How many there are of each kind.' }),
  items: Type.Array(EntryOut, { description: 'The newest first.' }),
})

const InboxCount = named('InboxCount', { open: Type.Integer() })

const MarkIn = named('MarkIn', {
  mark: closed(ENTRY_STATES, {
    description: 'Whatever is new about the same thing opens it again, whether it was done or snoozed.',
  }),
  until: Omittable(Type.String({ format: 'date-time', description: 'Until when it is snoozed.' })),
})

const WatchState = named('WatchState', {
  state: closed(['none', 'watching', 'muted'], {
    description: 'Muted: nothing but what is asked of you by name.',
  }),
})

const MailSettingsOut = named('MailSettingsOut', {
  at_once: Type.Boolean({
    description: 'A mail for what is asked of you by name: questions, actions, mentions, reviews.',
  }),
  digest: closed(['off', 'daily', 'weekly'], { description: 'One mail for the rest, where there is anything new.' }),
})

const tags = ['admin']
const config = { access: 'reader', bound: true } as const
const entryKey = Type.Object({ key: Type.String({ description: 'The key of an entry.' }) })
const docId = Type.Object({ doc_id: PathId('The id of a document.') })
const categoryId = Type.Object({ category_id: PathId('The id of a category.') })

export function inboxRoutes(app: App, deps: inbox.InboxDeps): void {
  app.get('/api/admin/inbox', {
    config,
    schema: {
      tags,
      summary: 'List what waits for you',
      description:
        'Questions and actions assigned to you, mentions, drafts and failed jobs that you began, and for pages that you own or watch: comments, stale sources, checks that are due, new versions. Nothing of a document that you may not read.',
      querystring: InboxQuery,
      response: { 200: InboxPage },
    },
    handler: (request) => inbox.listInbox(deps, getOwner(request).actor, request.query),
  })

  app.get('/api/admin/inbox/count', {
    config,
    schema: { tags, summary: 'Count what waits for you', response: { 200: InboxCount } },
    handler: (request) => inbox.countInbox(deps, getOwner(request).actor),
  })

  app.put('/api/admin/inbox/:key', {
    config,
    schema: {
      tags,
      summary: 'Mark an entry as done, snoozed or open',
      params: entryKey,
      body: MarkIn,
      response: { 204: Type.Null() },
    },
    handler: (request) => inbox.markEntry(deps, getOwner(request).actor, request.params.key, request.body),
  })

  app.get('/api/docs/:doc_id/watch', {
    config,
    schema: { tags, summary: 'Read whether you watch a document', params: docId, response: { 200: WatchState } },
    handler: (request) => inbox.getWatch(deps, getOwner(request).actor, { document_id: request.params.doc_id }),
  })

  app.put('/api/docs/:doc_id/watch', {
    config,
    schema: {
      tags,
      summary: 'Set whether you watch or mute a document',
      params: docId,
      body: WatchState,
      response: { 200: WatchState },
    },
    handler: (request) =>
      inbox.setWatch(deps, getOwner(request).actor, { document_id: request.params.doc_id }, request.body),
  })

  app.get('/api/admin/categories/:category_id/watch', {
    config,
    schema: { tags, summary: 'Read whether you watch a category', params: categoryId, response: { 200: WatchState } },
    handler: (request) => inbox.getWatch(deps, getOwner(request).actor, { category_id: request.params.category_id }),
  })

  app.put('/api/admin/categories/:category_id/watch', {
    config,
    schema: {
      tags,
      summary: 'Set whether you watch or mute a category with all below it',
      params: categoryId,
      body: WatchState,
      response: { 200: WatchState },
    },
    handler: (request) =>
      inbox.setWatch(deps, getOwner(request).actor, { category_id: request.params.category_id }, request.body),
  })
}

const ofAccount = { access: 'reader' } as const
const out = { params: Type.Object({ key: AnyText }), hide: true, response: { 200: Type.String() } } as const
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

export function mailRoutes(app: App, deps: Deps): void {
  app.get('/api/admin/mail-settings', {
    config: ofAccount,
    schema: { tags, summary: 'Read which mails you get', response: { 200: MailSettingsOut } },
    handler: (request) => inbox.getMailSettings(deps, getOwner(request).actor),
  })

  app.put('/api/admin/mail-settings', {
    config: ofAccount,
    schema: { tags, summary: 'Set which mails you get', body: MailSettingsOut, response: { 200: MailSettingsOut } },
    handler: (request) => inbox.setMailSettings(deps, getOwner(request).actor, request.body),
  })

  app.get('/mail/unsubscribe/:key', {
    config: { access: 'open' },
    schema: out,
    handler: async ({ params }, reply) => {
      await inbox.checkWayOut(deps, params.key)
      const ask =
        '<p>You can still see everything in your inbox.</p><form method="post"><button>Stop all mails</button></form>'
      return reply
        .header('content-security-policy', POLICY)
        .type('text/html; charset=utf-8')
        .send(page(await readBrand(deps), 'Stop mails?', ask))
    },
  })

  app.post('/mail/unsubscribe/:key', {
    config: { access: 'open', allowance: BRIEF, takesForm: true, bodyOptional: true },
    schema: out,
    handler: async ({ params }, reply) => {
      await inbox.unsubscribe(deps, params.key)
      const done = '<p>You get no more mails about your inbox. You can change this in the panel, under Settings.</p>'
      return reply
        .header('content-security-policy', POLICY)
        .type('text/html; charset=utf-8')
        .send(page(await readBrand(deps), 'Mails stopped', done))
    },
  })
}

const page = ({ name, accent }: Brand, title: string, body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<style>:root{color-scheme:light dark}body{margin:12vh auto;max-width:26rem;padding:0 1.5rem;font:16px/1.5 system-ui,sans-serif}
button{font:inherit;padding:.6rem 1.2rem;border:0;border-radius:8px;background:${accentVariants(accent).light};color:#fff;font-weight:600}</style></head>
<body><main>
<h1>${title}</h1>
<p>${escapeHtml(name)}</p>
${body}
</main></body>
</html>
`
