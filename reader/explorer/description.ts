// The OpenAPI document as the explorer reads it: only the parts that it shows.

export type DescribedSchema = {
  $ref?: string
  type?: string | string[]
  description?: string
  format?: string
  enum?: unknown[]
  default?: unknown
  properties?: Record<string, DescribedSchema>
  required?: string[]
  items?: DescribedSchema
  anyOf?: DescribedSchema[]
  allOf?: DescribedSchema[]
  [limit: string]: unknown
}
type MediaType = { schema?: DescribedSchema; example?: unknown }
export type DescribedParameter = {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required?: boolean
  description?: string
  schema?: DescribedSchema
}
export type DescribedOperation = {
  tags: string[]
  summary: string
  description?: string
  operationId: string
  parameters?: DescribedParameter[]
  requestBody?: { required?: boolean; content: Record<string, MediaType> }
  responses: Record<string, DescribedResponse | { $ref: string }>
}
type DescribedResponse = { description: string; content?: Record<string, MediaType> }
export type Description = {
  info: { title: string; version: string; description?: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, DescribedSchema>; responses: Record<string, DescribedResponse> }
}

export const nameIn = ($ref: string): string => $ref.split('/').at(-1)!

/** responsesOf looks up the responses that operations share. */
export const responsesOf = (
  { responses }: DescribedOperation,
  { components }: Description,
): [string, DescribedResponse][] =>
  Object.entries(responses).map(([status, one]) => [
    status,
    '$ref' in one ? components.responses[nameIn(one.$ref)]! : one,
  ])
