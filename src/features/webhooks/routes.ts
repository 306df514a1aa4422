// Webhooks, for administrators: they hear of every document that their filters let through. Making one, changing it and giving it
// another secret have `stepUp`: a stolen session must not send what happens here elsewhere.

import { Type } from 'typebox'
import { getOwner } from '#http/gate/access.ts'
import type { App } from '#http/kernel.ts'
import { once } from '#http/requests/idempotency.ts'
import {
  DeliveryDetailOut,
  DeliveryOut,
  DeliveryPage,
  DeliveryPath,
  DeliveryQuery,
  WebhookCreate,
  WebhookOut,
  WebhookPath,
  WebhookSecretOut,
  WebhookUpdate,
} from './schemas.ts'
import * as webhooks from './webhooks.ts'

const tags = ['admin']
const config = { access: 'admin' } as const
const params = WebhookPath

export function webhookRoutes(app: App, deps: webhooks.WebhookDeps): void {
  app.get('/api/admin/webhooks', {
    config,
    schema: { tags, summary: 'List webhooks', response: { 200: Type.Array(WebhookOut) } },
    handler: () => webhooks.listWebhooks(deps),
  })

  app.post('/api/admin/webhooks', {
    config: { ...config, stepUp: true, idempotent: true },
    schema: {
      tags,
      summary: 'Add a webhook',
      description: 'Messages follow Standard Webhooks 1.0. The response has the secret, which no other shows.',
      body: WebhookCreate,
      response: { 201: WebhookSecretOut },
    },
    handler: (request) => webhooks.createWebhook(once(request, deps), getOwner(request).actor, request.body),
  })

  app.patch('/api/admin/webhooks/:webhook_id', {
    config: { ...config, stepUp: true },
    schema: {
      tags,
      summary: 'Change, pause or resume a webhook',
      params,
      body: WebhookUpdate,
      response: { 200: WebhookOut },
    },
    handler: (request) =>
      webhooks.updateWebhook(deps, getOwner(request).actor, request.params.webhook_id, request.body),
  })

  app.delete('/api/admin/webhooks/:webhook_id', {
    config,
    schema: { tags, summary: 'Delete a webhook', params, response: { 204: Type.Null() } },
    handler: (request) => webhooks.deleteWebhook(deps, getOwner(request).actor, request.params.webhook_id),
  })

  app.post('/api/admin/webhooks/:webhook_id/rotate', {
    config: { ...config, stepUp: true },
    schema: {
      tags,
      summary: 'Give a webhook a new secret',
      description: 'For a day messages are signed with the former secret as well.',
      params,
      response: { 200: WebhookSecretOut },
    },
    handler: (request) => webhooks.rotateSecret(deps, getOwner(request).actor, request.params.webhook_id),
  })

  app.post('/api/admin/webhooks/:webhook_id/test', {
    config,
    schema: { tags, summary: 'Send a test message', params, response: { 202: DeliveryOut } },
    handler: (request) => webhooks.testWebhook(deps, request.actor, request.params.webhook_id),
  })

  app.get('/api/admin/webhooks/:webhook_id/deliveries', {
    config,
    schema: {
      tags,
      summary: 'List deliveries of a webhook, up to 30 days old',
      params,
      querystring: DeliveryQuery,
      response: { 200: DeliveryPage },
    },
    handler: (request) => webhooks.listDeliveries(deps, request.params.webhook_id, request.query),
  })

  app.get('/api/admin/webhooks/:webhook_id/deliveries/:delivery_id', {
    config,
    schema: {
      tags,
      summary: 'Show a message with its request and response',
      params: DeliveryPath,
      response: { 200: DeliveryDetailOut },
    },
    handler: (request) => webhooks.getDelivery(deps, request.params.webhook_id, request.params.delivery_id),
  })

  app.post('/api/admin/webhooks/:webhook_id/deliveries/:delivery_id/replay', {
    config,
    schema: {
      tags,
      summary: 'Redeliver a message with the same id',
      params: DeliveryPath,
      response: { 202: DeliveryOut },
    },
    handler: ({ actor, params }) => webhooks.replayDelivery(deps, actor, params.webhook_id, params.delivery_id),
  })
}
