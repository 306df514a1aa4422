// What a route declares in `schema`: its parameters, body and responses as TypeBox schemas, and what the OpenAPI document says
// of it. Declared once; the checks of a request (requests/) and the document (openapi/) are both made from it.

import type { RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'

declare module 'fastify' {
  interface FastifySchema {
    /** hide keeps a route out of the OpenAPI document. */
    hide?: boolean
    tags?: string[]
    summary?: string
    description?: string
    /** consumes names the content types of a body that is not JSON but a file's bytes. */
    consumes?: string[]
    /** produces names the content types of a success that is not JSON. */
    produces?: string[]
    /** sends names the headers of a success that say something to callers; openapi/parts.ts describes each. */
    sends?: string[]
    /** site marks what visitors open in a browser: it may have moved, is kept by caches, and its errors are pages. */
    site?: boolean
    /** security says that a route asks for a token itself, although the gate lets everyone in. */
    security?: { OAuth2PasswordBearer: string[] }[]
  }
}

/** A SchemaObject is a TypeBox schema as the plain JSON SchemaObject object that it is. */
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

/** A RouteSchema is Fastify's schema of a route; Fastify leaves the types of its parts open, we know they are TypeBox. */
export type RouteSchema = Omit<NonNullable<RouteOptions['schema']>, keyof SchemaParts> & SchemaParts

export const schemaOf = ({ schema = {} }: Pick<RouteOptions, 'schema'>): RouteSchema => schema as RouteSchema
