// The OpenAPI document as the explorer reads it: the parts that it shows, and examples made where the document gives none.

export type DescribedSchema = {
  $ref?: string
  type?: string | string[]
  title?: string
  description?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  example?: unknown
  examples?: unknown[]
  properties?: Record<string, DescribedSchema>
  required?: string[]
  items?: DescribedSchema
  anyOf?: DescribedSchema[]
  allOf?: DescribedSchema[]
  additionalProperties?: DescribedSchema | boolean
  [limit: string]: unknown
}
type MediaType = { schema?: DescribedSchema; example?: unknown; examples?: Record<string, { value?: unknown }> }
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
  responses: Record<string, { description: string; content?: Record<string, MediaType> }>
}
export type Description = {
  info: { title: string; version: string; description?: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
  components: { schemas: Record<string, DescribedSchema> }
}

const REFERENCE = '#/components/schemas/'
export const nameIn = ($ref: string): string => $ref.slice(REFERENCE.length)
/** A schema may hold itself, as a block holds blocks: an example goes no deeper. */
const DEEPEST = 4

/** exampleOf is the document's own example of a body, or one made of its required properties. */
export function exampleOf({ schema, example, examples }: MediaType, { components }: Description): unknown {
  if (example !== undefined) return example
  const [first] = Object.values(examples ?? {})
  if (first?.value !== undefined) return first.value
  return schema && made(schema, components.schemas, 0)
}

function made(schema: DescribedSchema, known: Description['components']['schemas'], depth: number): unknown {
  const { $ref, example, examples, default: usual, enum: values, properties = {}, required = [] } = schema
  if ($ref !== undefined) return made(known[nameIn($ref)] ?? {}, known, depth)
  const given = [example, examples?.[0], usual, schema.const, values?.[0]].find((value) => value !== undefined)
  if (given !== undefined) return given
  const inner = schema.anyOf?.[0] ?? schema.allOf?.[0]
  if (inner) return made(inner, known, depth)
  switch ([schema.type].flat()[0]) {
    case 'object': {
      if (depth === DEEPEST) return {}
      return Object.fromEntries(required.map((name) => [name, made(properties[name] ?? {}, known, depth + 1)]))
    }
    case 'array':
      return depth === DEEPEST || !schema.items ? [] : [made(schema.items, known, depth + 1)]
    case 'integer':
    case 'number':
      return schema.minimum ?? 0
    case 'boolean':
      return true
    case 'string':
      return schema.format ?? 'string'
    default:
      return {}
  }
}
