// The declaration of a tool: access, schemas and handler. Tools call the same services as routes, and know neither the
// protocol (server.ts) nor HTTP (routes.ts).

import type { Static, TObject } from 'typebox'
import type { Actor, Scope } from '#actor.ts'
import type { Access } from '#http/gate/access.ts'

/** `actor` runs the tool through the program `client`; `base` is the site's address for links. */
export type ToolCall = { actor: Actor; client: string; base: string }

export type ToolAccess = {
  /** A writing tool always needs a token, even on a trusted network, so that the audit trail names someone. */
  access: Extract<Access, 'open' | 'editor'>
  /** An API token needs one of these, as for routes. */
  scopes: readonly Scope[]
  /** The tool respects the categories that a token is bound to; a bound token doesn't see other tools. */
  bound: boolean
}

export type Tool = ToolAccess & {
  name: string
  title: string
  description: string
  input: TObject
  output: TObject
  run: (call: ToolCall, input: never) => Promise<Record<string, unknown>>
}

type DeclaredTool<I extends TObject, O extends TObject> = Omit<Tool, 'input' | 'output' | 'run'> & {
  input: I
  output: O
  run: (call: ToolCall, input: Static<I>) => Promise<Static<O> & Record<string, unknown>>
}

/** Checks by type that a tool returns its output schema. */
export const tool = <I extends TObject, O extends TObject>(declared: DeclaredTool<I, O>): Tool => declared as Tool
