// The parts of our OpenAPI document that tests and scripts read. Types alone: what the document must hold is checked where
// it is written (src/http/openapi/openapi.ts).

export type DocumentedSchema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: DocumentedSchema[]
  oneOf?: DocumentedSchema[]
  allOf?: DocumentedSchema[]
  items?: DocumentedSchema
  properties?: Record<string, DocumentedSchema>
  required?: string[]
  additionalProperties?: DocumentedSchema | boolean
  minimum?: number
}

type ContentObject = Record<string, { schema: DocumentedSchema }>

/** Errors that operations share are references to `components.responses`. */
export type DocumentedResponse = { $ref?: string; content?: ContentObject; headers?: Record<string, object> }

export type OperationObject = {
  tags: string[]
  operationId: string
  summary: string
  security: object[]
  parameters?: { name: string; in: string; required: boolean; schema: DocumentedSchema }[]
  requestBody?: { required: boolean; content: ContentObject }
  responses: Record<string, DocumentedResponse>
}

export type OpenapiDocument = {
  openapi: string
  info: { version: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, OperationObject>>
  components: {
    schemas: Record<string, DocumentedSchema>
    responses: Record<string, DocumentedResponse>
    headers: object
    securitySchemes: object
  }
}
