// Parts of the OpenAPI document that no route declares: headers, errors, the password form.

const headerParameter = (name: string, description: string, bounds = {}) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { anyOf: [{ type: 'string', ...bounds }, { type: 'null' }], title: name },
})
export const ifMatch = (takes: true | 'moment') =>
  headerParameter(
    'If-Match',
    takes === 'moment'
      ? 'The `updated_at` of the version to replace, in quotes, or the ETag of the last response.'
      : 'The version to replace, such as "7", or the ETag of a response.',
  )
export const IDEMPOTENCY_KEY = headerParameter(
  'Idempotency-Key',
  'Any text of 1 to 200 characters, unique to the request. A request that is repeated with the same key within a day takes effect once.',
  { minLength: 1, maxLength: 200 },
)
export const IF_NONE_MATCH = headerParameter(
  'If-None-Match',
  'The ETag of an earlier response. While it is up to date, the response is 304 without a body.',
)
/** An alternative to `Authorization`; the specification declares only the latter as a security scheme. */
export const API_KEY = headerParameter('X-API-Key', 'A token, for clients that cannot send `Authorization`.')

const header = (type: 'string' | 'integer', description: string) => ({ description, schema: { type } })
/** Response headers; operations refer to them. */
export const HEADERS = {
  Allow: header('string', 'The methods that this path supports.'),
  ETag: header('string', 'Identifies this version, for If-None-Match and If-Match.'),
  Location: header('string', 'The address to continue with.'),
  'Retry-After': header('integer', 'Seconds to wait before the next try.'),
  'WWW-Authenticate': header('string', 'Bearer'),
  'X-RateLimit-Limit': header('integer', 'Requests a minute.'),
  'X-RateLimit-Remaining': header('integer', 'Requests left until the limit resets.'),
  'X-RateLimit-Reset': header('integer', 'Seconds until the limit resets.'),
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
const shared = (description: string, schema: string, headers: string[] = []) => ({
  description,
  ...(headers.length > 0 && { headers: headersNamed(headers) }),
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
})
/**
 * Errors shared by operations, by status; operations declare details themselves. `default` is for requests that never reach
 * an operation, and for our own faults.
 */
export const ERRORS: Record<string, ReturnType<typeof shared>> = {
  401: shared('Not authenticated', 'ErrorOut', STATUS_HEADERS[401]),
  403: shared('Not allowed', 'NotAllowedOut'),
  404: shared('Not found', 'ErrorOut'),
  405: shared('Method not allowed', 'ErrorOut', STATUS_HEADERS[405]),
  409: shared('The current state does not allow it', 'ErrorOut'),
  412: shared('The version is not current', 'ErrorOut'),
  413: shared('The body is too large', 'ErrorOut'),
  421: shared('Host not allowed', 'ErrorOut'),
  429: shared('Over a rate limit', 'ErrorOut', STATUS_HEADERS[429]),
  503: shared('Storage unavailable', 'ErrorOut', STATUS_HEADERS[503]),
  default: shared('Not a valid HTTP request (400, 408, 417, 431), or an internal error (500)', 'FailureOut'),
}
/** FastAPI repeats this in each operation, and so do we. */
export const VALIDATION_RESPONSE = shared('Validation Error', 'HTTPValidationError')
/** Browsers get a page, programs the JSON. */
export const pageError = (status: number) => ({
  ...ERRORS[status]!,
  content: { ...ERRORS[status]!.content, 'text/html': { schema: { type: 'string' } } },
})
const object = (title: string, properties: object, required: string[] = []) => ({
  properties,
  type: 'object',
  ...(required.length > 0 && { required }),
  title,
})
const DETAIL = { type: 'string', title: 'Detail' }
export const HTTP_VALIDATION_ERROR = object('HTTPValidationError', {
  detail: { items: { $ref: '#/components/schemas/ValidationError' }, type: 'array', title: 'Detail' },
})
const LOCATION = { items: { anyOf: [{ type: 'string' }, { type: 'integer' }] }, type: 'array', title: 'Location' }
export const VALIDATION_ERROR = object(
  'ValidationError',
  {
    loc: LOCATION,
    msg: { type: 'string', title: 'Message' },
    type: { type: 'string', title: 'Error Type' },
    input: { title: 'Input' },
    ctx: { type: 'object', title: 'Context' },
  },
  ['loc', 'msg', 'type'],
)
export const ERROR_OUT = object('ErrorOut', { detail: DETAIL }, ['detail'])
/** With a hint, if there is one. */
export const NOT_ALLOWED_OUT = object(
  'NotAllowedOut',
  {
    detail: DETAIL,
    step_up: { type: 'boolean', title: 'Step Up', description: 'Confirm who you are: `POST /auth/step-up`.' },
    second_factor_setup: {
      type: 'boolean',
      title: 'Second Factor Setup',
      description: 'The role needs a second factor that the account does not have.',
    },
  },
  ['detail'],
)
const REQUEST_ID = 'With a 500. The log has the details under this id.'
export const FAILURE_OUT = object(
  'FailureOut',
  { detail: DETAIL, request_id: { type: 'string', title: 'Request Id', description: REQUEST_ID } },
  ['detail'],
)
export const PASSWORD_FORM = object(
  'PasswordForm',
  {
    username: { type: 'string', title: 'Username' },
    password: { type: 'string', format: 'password', title: 'Password' },
  },
  ['username', 'password'],
)
