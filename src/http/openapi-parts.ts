// Parts of the OpenAPI document that no route declares: headers of requests and responses, and how errors and the password form look.

export const ifMatch = (takes: true | 'moment') => ({
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    takes === 'moment'
      ? 'The `updated_at` of what is to be replaced, in quotes, or the ETag of the last response.'
      : 'The version that is to be replaced, such as "7", or the ETag of a response.',
  schema: { anyOf: [{ type: 'string' }, { type: 'null' }], title: 'If-Match' },
})
export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text of 1 to 200 characters, new for each request that is meant. Sent again within a day, the request does nothing twice.',
  schema: { anyOf: [{ type: 'string', minLength: 1, maxLength: 200 }, { type: 'null' }], title: 'Idempotency-Key' },
}
export const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of a response that is known: 304 without a body where it is still up to date.',
  schema: { anyOf: [{ type: 'string' }, { type: 'null' }], title: 'If-None-Match' },
}
/** API_KEY is another place for a token; the specification declares only the first one as a security scheme. */
export const API_KEY = {
  name: 'X-API-Key',
  in: 'header',
  required: false,
  description: 'A token, for clients that cannot send `Authorization`.',
  schema: { anyOf: [{ type: 'string' }, { type: 'null' }], title: 'X-API-Key' },
}

const header = (type: 'string' | 'integer', description: string) => ({ description, schema: { type } })
/** HEADERS are those of responses; operations name them by reference. */
export const HEADERS = {
  Allow: header('string', 'The methods that this path has.'),
  ETag: header('string', 'Names this state of what was read, for If-None-Match and If-Match.'),
  Location: header('string', 'The address to go on with.'),
  'Retry-After': header('integer', 'Seconds to wait before the next try.'),
  'WWW-Authenticate': header('string', 'Bearer'),
  'X-RateLimit-Limit': header('integer', 'Requests a minute.'),
  'X-RateLimit-Remaining': header('integer', 'Requests that are left.'),
  'X-RateLimit-Reset': header('integer', 'Seconds until all of them are there again.'),
  'X-Search-Dropped': header(
    'string',
    'Words that no document has, percent-encoded and joined by commas; absent without any.',
  ),
}
export const RATE_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
export const STATUS_HEADERS: Record<string, string[]> = {
  302: ['Location'],
  303: ['Location'],
  307: ['Location'],
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After', ...RATE_HEADERS],
  503: ['Retry-After'],
}
export const headersNamed = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
export const VALIDATION_RESPONSE = {
  description: 'Validation Error',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/HTTPValidationError' } } },
}
export const HTTP_VALIDATION_ERROR = {
  properties: { detail: { items: { $ref: '#/components/schemas/ValidationError' }, type: 'array', title: 'Detail' } },
  type: 'object',
  title: 'HTTPValidationError',
}
export const VALIDATION_ERROR = {
  properties: {
    loc: { items: { anyOf: [{ type: 'string' }, { type: 'integer' }] }, type: 'array', title: 'Location' },
    msg: { type: 'string', title: 'Message' },
    type: { type: 'string', title: 'Error Type' },
    input: { title: 'Input' },
    ctx: { type: 'object', title: 'Context' },
  },
  type: 'object',
  required: ['loc', 'msg', 'type'],
  title: 'ValidationError',
}
export const ERROR_OUT = {
  properties: { detail: { type: 'string', title: 'Detail' } },
  type: 'object',
  required: ['detail'],
  title: 'ErrorOut',
}
export const PASSWORD_FORM = {
  type: 'object',
  title: 'PasswordForm',
  required: ['username', 'password'],
  properties: {
    username: { type: 'string', title: 'Username' },
    password: { type: 'string', format: 'password', title: 'Password' },
  },
}
