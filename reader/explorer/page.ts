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
  exampleOf,
  nameIn,
} from './description.ts'

type ShownOperation = DescribedOperation & { method: string; path: string }

/** explorerOf renders what is the same for everyone; it takes a while and is done once. */
export function explorerOf(description: Description): { nav: Markup; main: Markup } {
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): ShownOperation => ({ ...operation, method, path })),
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
  const main = html`<header class="title"><h1>API explorer</h1>
<p class="lead">${description.info.description} Version ${description.info.version}; <a href="/openapi.json">OpenAPI document</a>.</p></header>
<form class="credentials" hidden><label>API token <input type="password" id="token" autocomplete="off" spellcheck="false"></label>
<p>Made in the panel under Settings. It stays in this page and is gone when you leave it. Without one your session in this browser counts.</p></form>
${byTag.map(
  ({
    name,
    description: text,
    operations: some,
  }) => html`<section class="tag"><h2 id="tag-${name}">${name}</h2><p>${text}</p>
${some.map((operation) => operationDetails(operation, description))}</section>`,
)}
<section class="tag"><h2 id="schemas">Schemas</h2>
${Object.entries(description.components.schemas).map(
  ([name, schema]) => html`<details class="operation" id="schema-${name}"><summary><h3>${name}</h3></summary>
<div class="inside">${schema.description && html`<p>${schema.description}</p>`}${propertyTable(schema, name)}</div></details>`,
)}</section>`
  return { nav, main }
}

export const renderExplorer = (context: PageContext, { nav, main }: ReturnType<typeof explorerOf>): string =>
  frame(context, { title: 'API explorer', kind: 'explorer', back: '/docs', nav, main })

function operationDetails(operation: ShownOperation, description: Description): Markup {
  const { operationId, method, path, summary, parameters = [] } = operation
  const asked = parameters.filter((parameter) => parameter.in !== 'cookie')
  return html`<details class="operation" id="${operationId}"><summary><h3><code class="method">${method.toUpperCase()}</code> <code>${path}</code> <span>${summary}</span></h3></summary>
<div class="inside">${(operation.description ?? '').split('\n\n').map((part) => html`<p>${inlineCode(part)}</p>`)}
<form class="try" data-method="${method.toUpperCase()}" data-path="${path}">
${asked.length > 0 && parameterTable(operation, asked)}
${bodyFields(operation, description)}
<p hidden><button type="submit">Send request</button></p><div class="result" role="status"></div></form>
<h4>Responses</h4>
${responseTable(operation)}</div></details>`
}

const parameterTable = (
  { operationId, method, path }: ShownOperation,
  parameters: DescribedParameter[],
): Markup => html`<h4>Parameters</h4>
<div class="table-scroll" role="region" tabindex="0" aria-label="Parameters of ${method} ${path}"><table><thead><tr><th scope="col">Name</th><th scope="col">Value</th><th scope="col">What it is</th></tr></thead><tbody>
${parameters.map(({ name, in: place, required, schema = {}, description }) => {
  const field = `${operationId}-${name}`
  return html`<tr><th scope="row"><label for="${field}">${name}</label>${required && html` <small>required</small>`}</th>
<td><input id="${field}" data-in="${place}" data-name="${name}"${required && html` required`} placeholder="${schema.default === undefined ? '' : String(schema.default)}"></td>
<td>${place} · ${typeOf(schema)}${limitsOf(schema)}${description && html`<br>${inlineCode(description)}`}</td></tr>`
})}</tbody></table></div>`

function bodyFields({ operationId, requestBody }: ShownOperation, description: Description): Value {
  if (!requestBody) return undefined
  const [type = '', media = {}] = Object.entries(requestBody.content)[0] ?? []
  const field = `${operationId}-body`
  if (media.schema?.format === 'binary')
    return html`<h4><label for="${field}">Body: a file</label></h4>
<p><input type="file" id="${field}" data-in="file" data-types="${Object.keys(requestBody.content).join(',')}"></p>`
  const example = JSON.stringify(exampleOf(media, description), null, 2)
  return html`<h4><label for="${field}">Body</label></h4><p>${type} · ${media.schema && typeOf(media.schema)}</p>
<textarea id="${field}" data-in="body" data-type="${type}" rows="${Math.min(16, example.split('\n').length + 1)}" spellcheck="false">${example}</textarea>`
}

const responseTable = ({
  responses,
  method,
  path,
}: ShownOperation): Markup => html`<div class="table-scroll" role="region" tabindex="0" aria-label="Responses of ${method} ${path}"><table><thead><tr><th scope="col">Status</th><th scope="col">When</th><th scope="col">Body</th></tr></thead><tbody>
${Object.entries(responses).map(
  ([status, { description, content = {} }]) =>
    html`<tr><th scope="row">${status}</th><td>${description}</td><td>${Object.entries(content).map(
      ([type, { schema = {} }]) =>
        html`<div>${type === 'application/json' ? typeOf(schema) : html`<code>${type}</code>`}</div>`,
    )}</td></tr>`,
)}</tbody></table></div>`

function propertyTable(schema: DescribedSchema, name: string): Markup {
  const { properties, required = [] } = schema
  if (!properties) return html`<p>${typeOf(schema)}${limitsOf(schema)}</p>`
  return html`<div class="table-scroll" role="region" tabindex="0" aria-label="Fields of ${name}"><table><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">What it is</th></tr></thead><tbody>
${Object.entries(properties).map(
  ([
    field,
    property,
  ]) => html`<tr><th scope="row">${field}${required.includes(field) && html` <small>required</small>`}</th>
<td>${typeOf(property)}${limitsOf(property)}</td><td>${property.description && inlineCode(property.description)}</td></tr>`,
)}</tbody></table></div>`
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
  minLength: 'characters, at least',
  maxLength: 'characters, at most',
  minItems: 'items, at least',
  maxItems: 'items, at most',
  default: 'by default',
}

function limitsOf(schema: DescribedSchema): Value {
  const said = Object.entries(LIMITS).flatMap(([name, words]) =>
    schema[name] === undefined ? [] : `${words} ${JSON.stringify(schema[name])}`,
  )
  return said.length > 0 && html`<br><small>${said.join('; ')}</small>`
}

/** inlineCode shows what stands between backticks as code. */
const inlineCode = (text: string): Markup =>
  html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
