// Parts of the OpenAPI document that no route declares: the header If-Match, and how errors and the password form look.

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
