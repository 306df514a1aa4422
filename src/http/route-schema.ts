// A route's `schema`: parameters, body and responses as TypeBox schemas, and its part of the OpenAPI document. Requests are
// checked (requests/) and documented (openapi/) from the same declaration.

import type { RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'

declare module 'fastify' {
  interface FastifySchema {
    /** Not in the OpenAPI document. */
    hide?: boolean
    tags?: string[]
    summary?: string
    description?: string
    /** Content types of a body that is a file instead of JSON. */
    consumes?: string[]
    /** Content types of a success that isn't JSON. */
    produces?: string[]
    /** Headers of a success; described in openapi/parts.ts. */
    sends?: string[]
    /** A site page: it may redirect, is cached, and its errors are pages. */
    site?: boolean
    /** The route checks a token itself, although the gate lets everyone in. */
    security?: { OAuth2PasswordBearer: string[] }[]
  }
}

/** A TypeBox schema as a plain JSON Schema object. */
export type SchemaObject = TSchema & {
  [keyword: string]: unknown
  $id?: string
  $ref?: string
  $defs?: Record<string, SchemaObject>
  properties?: Record<string, SchemaObject>
  required?: string[]
}
type SchemaParts = {
  params?: SchemaObject
  querystring?: SchemaObject
  body?: SchemaObject
  response?: Record<string, SchemaObject>
}

/** Fastify leaves the types of these parts open; ours are TypeBox. */
export type RouteSchema = Omit<NonNullable<RouteOptions['schema']>, keyof SchemaParts> & SchemaParts

export const schemaOf = ({ schema = {} }: Pick<RouteOptions, 'schema'>): RouteSchema => schema as RouteSchema
