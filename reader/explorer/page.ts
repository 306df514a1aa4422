// The explorer: every operation of the API with its parameters, bodies and responses, and a form that sends it. All of it is
// in the page, so that it can be read without scripts; they add the forms (assets/explorer.js).

import { html, type Markup, type Value } from '../html.ts'
import { frame } from '../pages/frame.ts'
import type { PageContext } from '../site.ts'
import {
  type DescribedOperation,
  type DescribedParameter,
  type DescribedSchema,
  type Description,
  nameIn,
  responsesOf,
} from './description.ts'

type ShownOperation = DescribedOperation & { method: string; path: string; described: ReturnType<typeof responsesOf> }

/** renderExplorer is the same for everyone, and is made once. */
export function renderExplorer(context: PageContext, description: Description): string {
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): ShownOperation => ({
        ...operation,
        method,
        path,
        described: responsesOf(operation, description),
      }),
    ),
  )
  const byTag = description.tags.map((tag) => ({
    ...tag,
    operations: operations.filter(({ tags }) => tags.includes(tag.name)),
  }))
  const nav = html`<nav class="sidebar" id="menu" aria-label="Operations">
<a class="button menu-close" href="#content">Close menu</a>
<label class="filter" hidden>Filter operations<input type="search" id="filter" autocomplete="off"></label>
${byTag.map(
  ({ name, operations: some }) =>
    html`<section><h2><a href="#tag-${name}">${name}</a></h2><ul>${some.map(
      ({ operationId, method, path }) =>
        html`<li><a href="#${operationId}"><span class="method">${method}</span> ${path}</a></li>`,
    )}</ul></section>`,
)}
<section><h2><a href="#schemas">Schemas</a></h2></section>
</nav>`
  const [lead = '', ...rest] = (description.info.description ?? '').split('\n\n')
  const main = html`<header class="title"><h1>API explorer</h1>
<p class="lead">${inlineCode(lead)}</p>
${rest.map((part) => html`<p>${inlineCode(part)}</p>`)}
<p>Version ${description.info.version}; <a href="/openapi.json">OpenAPI document</a>.</p></header>
<form class="credentials" hidden><label>API token <input type="password" id="token" autocomplete="off" spellcheck="false"></label>
<p>Create one in the panel under Settings → API tokens. It is kept in this page only. Without a token, requests use your session in this browser.</p></form>
${byTag.map(
  ({
    name,
    description: text,
    operations: some,
  }) => html`<section class="tag"><h2 id="tag-${name}">${name}</h2><p>${text}</p>
${some.map((operation) => operationDetails(operation))}</section>`,
)}
<section class="tag"><h2 id="schemas">Schemas</h2>
${Object.entries(description.components.schemas).map(
  ([name, schema]) => html`<details class="operation" id="schema-${name}"><summary><h3>${name}</h3></summary>
<div class="inside">${schema.description && html`<p>${inlineCode(schema.description)}</p>`}${propertyTable(schema, name)}</div></details>`,
)}</section>`
  return frame(context, { title: 'API explorer', kind: 'explorer', back: '/docs', nav, main })
}

function operationDetails(operation: ShownOperation): Markup {
  const { operationId, method, path, summary, parameters = [] } = operation
  const asked = parameters.filter((parameter) => parameter.in !== 'cookie')
  return html`<details class="operation" id="${operationId}"><summary><h3><code class="method">${method.toUpperCase()}</code> <code>${path}</code> <span>${summary}</span></h3></summary>
<div class="inside">${(operation.description ?? '').split('\n\n').map((part) => html`<p>${inlineCode(part)}</p>`)}
<form class="try" data-method="${method.toUpperCase()}" data-path="${path}">
${asked.length > 0 && parameterTable(operation, asked)}
${bodyFields(operation)}
<p hidden><button type="submit">Send request</button></p><div class="result" role="status"></div></form>
<h4>Responses</h4>
${responseTable(operation)}</div></details>`
}

/** table can be scrolled by keyboard, so it needs a name of its own. */
const table = (
  name: string,
  columns: string[],
  rows: Markup[],
): Markup => html`<div class="table-scroll" role="region" tabindex="0" aria-label="${name}"><table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`

const row = (name: Value, ...cells: Value[]): Markup =>
  html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`

const REQUIRED = html` <small>required</small>`

function parameterTable({ operationId, method, path }: ShownOperation, parameters: DescribedParameter[]): Markup {
  const rows = parameters.map(({ name, in: place, required, schema = {}, description }) => {
    const field = `${operationId}-${name}`
    const usual = schema.default === undefined ? '' : String(schema.default)
    return row(
      html`<label for="${field}">${name}</label>${required && REQUIRED}`,
      html`<input id="${field}" data-in="${place}" data-name="${name}"${required && html` required`} placeholder="${usual}">`,
      html`${place} · ${typeOf(schema)}${limitsOf(schema)}${description && html`<br>${inlineCode(description)}`}`,
    )
  })
  return html`<h4>Parameters</h4>\n${table(`Parameters of ${method} ${path}`, ['Name', 'Value', 'Description'], rows)}`
}

function bodyFields({ operationId, requestBody }: ShownOperation): Value {
  if (!requestBody) return undefined
  const [type = '', media = {}] = Object.entries(requestBody.content)[0] ?? []
  const field = `${operationId}-body`
  if (media.schema?.format === 'binary')
    return html`<h4><label for="${field}">Body: a file</label></h4>
<p><input type="file" id="${field}" data-in="file"></p>`
  const example = JSON.stringify(media.example ?? {}, null, 2)
  return html`<h4><label for="${field}">Body</label></h4><p>${type} · ${media.schema && typeOf(media.schema)}</p>
<textarea id="${field}" data-in="body" data-type="${type}" rows="${Math.min(16, example.split('\n').length + 1)}" spellcheck="false">${example}</textarea>`
}

function responseTable({ described, method, path }: ShownOperation): Markup {
  const rows = described.map(([status, { description, content = {} }]) => {
    const bodies = Object.entries(content).map(
      ([type, { schema = {} }]) =>
        html`<div>${type === 'application/json' ? typeOf(schema) : html`<code>${type}</code>`}</div>`,
    )
    return row(status, inlineCode(description), bodies)
  })
  return table(`Responses of ${method} ${path}`, ['Status', 'When', 'Body'], rows)
}

function propertyTable(schema: DescribedSchema, name: string): Markup {
  const { properties, required = [] } = schema
  if (!properties) return html`<p>${typeOf(schema)}${limitsOf(schema)}</p>`
  const rows = Object.entries(properties).map(([field, property]) =>
    row(
      [field, required.includes(field) && REQUIRED],
      [typeOf(property), limitsOf(property)],
      property.description && inlineCode(property.description),
    ),
  )
  return table(`Fields of ${name}`, ['Field', 'Type', 'Description'], rows)
}

/** typeOf names a type in one line; a named one leads to its schema. */
function typeOf(schema: DescribedSchema): Markup {
  const { $ref, type, items, anyOf, allOf, enum: values } = schema
  if ($ref !== undefined) return html`<a href="#schema-${nameIn($ref)}">${nameIn($ref)}</a>`
  const several = anyOf ?? allOf
  if (several) return html`${several.map((one, index) => [index > 0 && ' or ', typeOf(one)])}`
  if (items) return html`array of ${typeOf(items)}`
  if (values) return html`${values.map((value, index) => [index > 0 && ', ', html`<code>${String(value)}</code>`])}`
  return html`${type === undefined ? 'anything' : [type].flat().join(' or ')}`
}

const LIMITS: Readonly<Record<string, string>> = {
  minimum: 'at least',
  maximum: 'at most',
  minLength: 'min. length',
  maxLength: 'max. length',
  minItems: 'min. items',
  maxItems: 'max. items',
  default: 'default',
}

function limitsOf(schema: DescribedSchema): Value {
  const limits = Object.entries(LIMITS).flatMap(([name, words]) =>
    schema[name] === undefined ? [] : `${words} ${JSON.stringify(schema[name])}`,
  )
  return limits.length > 0 && html`<br><small>${limits.join('; ')}</small>`
}

/** inlineCode shows what stands between backticks as code. */
const inlineCode = (text: string): Markup =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
