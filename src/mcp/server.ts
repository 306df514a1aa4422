// The protocol, spoken by the official SDK: one server for each request, made of the tools, the resource and the prompts that
// its caller may use. Nothing is kept between requests, so that any node can take any of them.
//
// The SDK takes 160 ms and 34 MB to load, and most sites are never asked: the first request loads it.

import type { McpHttpHandler, StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { TObject } from 'typebox'
import type { Deps } from '#deps.ts'
import { GalleyError } from '#errors.ts'
import { listChangedLast } from '#features/documents/reading/page.ts'
import { compileCheck } from '#http/requests/validation.ts'
import { API_VERSION } from '#version.ts'
import { INSTRUCTIONS, PROMPTS } from './prompts.ts'
import { type ReadingDeps, readPage } from './reading-tools.ts'
import type { Tool, ToolAccess, ToolCall } from './tool.ts'

/** A ToolCaller says for each tool as whom the call would run; undefined where it may not. */
export type ToolCaller = { as: (access: ToolAccess & Partial<Pick<Tool, 'name'>>) => ToolCall | undefined }

type ServerDeps = ReadingDeps & Pick<Deps, 'log'>
type Sdk = typeof import('@modelcontextprotocol/server')

/** Nobody is told of changes, since no stream is kept; the SDK would promise it. */
const UNCHANGING = {
  tools: { listChanged: false },
  resources: { listChanged: false },
  prompts: { listChanged: false },
}
const MOST_LISTED = 100
const DOCUMENT = 'galley://doc/'
const reading: ToolAccess = { access: 'open', scopes: ['read'], bound: true }

/** loadHandler returns what answers a request of the protocol; `caller` and the `title` of the site travel beside it as the SDK's authInfo. */
export async function loadHandler(deps: ServerDeps, tools: Tool[]): Promise<McpHttpHandler> {
  const sdk = await import('@modelcontextprotocol/server')
  const prepared = tools.map((tool) => ({ tool, input: checked(tool.input), output: declared(tool.output) }))
  const prompts = PROMPTS.map((prompt) => ({ ...prompt, argsSchema: checked(prompt.args) }))

  return sdk.createMcpHandler(
    ({ authInfo }) => {
      const { caller, title: site } = authInfo!.extra as { caller: ToolCaller; title: string }
      const server = new sdk.McpServer(
        { name: 'galley', title: site, version: API_VERSION },
        { instructions: INSTRUCTIONS, capabilities: UNCHANGING },
      )
      for (const { tool, input, output } of prepared) {
        const call = caller.as(tool)
        if (!call) continue
        const { name, title, description, access } = tool
        const annotations = { readOnlyHint: access === 'open', destructiveHint: false, openWorldHint: false }
        server.registerTool(
          name,
          { title, description, inputSchema: input, outputSchema: output, annotations },
          (given) => run(deps, tool, call, given),
        )
      }
      addDocuments(deps, sdk, server, caller)
      for (const { name, title, description, argsSchema, text } of prompts)
        server.registerPrompt(name, { title, description, argsSchema }, (args) => ({
          messages: [{ role: 'user', content: { type: 'text', text: text(args as Record<string, string>) } }],
        }))
      return server
    },
    // Nothing that a stream could report is kept between requests: nobody may wait for it.
    { maxSubscriptions: 0, onerror: (error) => deps.log.debug({ err: error }, 'refused by the MCP server') },
  )
}

/** run turns what a service refuses into a result that an assistant can read; what is unforeseen goes to the log alone. */
async function run(deps: ServerDeps, tool: Tool, call: ToolCall, input: unknown) {
  try {
    const structuredContent = await tool.run(call, input as never)
    return { content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }], structuredContent }
  } catch (error) {
    return { isError: true, content: [{ type: 'text' as const, text: wordsOf(deps, tool.name, error) }] }
  }
}

function wordsOf({ log, db }: ServerDeps, tool: string, error: unknown): string {
  if (error instanceof GalleyError && error.status < 500) {
    const { detail } = error
    return typeof detail === 'string'
      ? detail
      : detail.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join('\n')
  }
  log.error({ err: error, tool }, 'a tool failed')
  return db.dialect.isOutage(error) ? 'Storage unavailable' : 'Internal error'
}

/** addDocuments offers every page as galley://doc/{slug}; the list shows those that changed last. */
function addDocuments(deps: ServerDeps, sdk: Sdk, server: InstanceType<Sdk['McpServer']>, caller: ToolCaller): void {
  const call = caller.as(reading)
  if (!call) return
  const list = async () => ({
    resources: (await listChangedLast(deps, call.actor, MOST_LISTED)).map(({ slug, title, summary }) => ({
      uri: DOCUMENT + encodeURIComponent(slug),
      name: slug,
      title,
      mimeType: 'text/markdown',
      ...(summary && { description: summary }),
    })),
  })
  const template = new sdk.ResourceTemplate(`${DOCUMENT}{slug}`, { list })
  const metadata = { title: 'A page', description: 'A page as Markdown.', mimeType: 'text/markdown' }
  server.registerResource('doc', template, metadata, async (uri) => {
    const slug = slugIn(uri.href)
    const found = slug === undefined ? undefined : await readPage(deps, call, slug).catch(() => undefined)
    if (!found) throw new sdk.ResourceNotFoundError(uri.href)
    return {
      contents: [{ uri: uri.href, mimeType: 'text/markdown', text: `# ${found.head.title}\n\n${found.markdown}` }],
    }
  })
}

function slugIn(uri: string): string | undefined {
  try {
    return decodeURIComponent(uri.slice(DOCUMENT.length)).normalize('NFC')
  } catch {
    return undefined
  }
}

/** checked is a TypeBox schema as the SDK takes one, checked like a request's body; arguments nobody declared are refused. */
function checked(schema: TObject): StandardSchemaWithJSON {
  const check = compileCheck(schema, 'body')
  const validate = (given: unknown) => {
    const unknown = Object.keys(given ?? {}).filter((name) => !Object.hasOwn(schema.properties, name))
    if (unknown.length > 0) return { issues: unknown.map((name) => ({ message: 'unknown argument', path: [name] })) }
    const { value, issues } = check(given ?? {})
    return issues.length === 0
      ? { value }
      : { issues: issues.map(({ msg, loc }) => ({ message: msg, path: loc.slice(1) })) }
  }
  // Whoever calls may leave out what has a default.
  const required = (schema.required ?? []).filter((name) => !('default' in schema.properties[name]!))
  return standard({ ...schema, required } as TObject, validate)
}

/** declared is for what our own tools return: their types hold them to it, and tests check every result. */
const declared = (schema: TObject): StandardSchemaWithJSON => standard(schema, (value) => ({ value }))

const standard = (
  schema: TObject,
  validate: StandardSchemaWithJSON['~standard']['validate'],
): StandardSchemaWithJSON => {
  const json = () => JSON.parse(JSON.stringify(schema)) as Record<string, unknown>
  return { '~standard': { version: 1, vendor: 'galley', validate, jsonSchema: { input: json, output: json } } }
}
