// What a tool for assistants is: declared once, with its access, its schemas and what it does. Tools call the same services as
// the routes; nothing here knows the protocol (server.ts) or HTTP's requests (routes.ts).

import type { Static, TObject } from 'typebox'
import type { Actor, Scope } from '#actor.ts'
import type { Access } from '#http/gate/access.ts'

/** A ToolCall is one use of a tool: who acts, through which program, and the site's own address for links. */
export type ToolCall = { actor: Actor; client: string; base: string }

export type ToolAccess = {
  /** access: a tool that writes always needs a token, on a trusted network too, so that the audit trail names someone. */
  access: Extract<Access, 'open' | 'editor'>
  /** scopes: an API token needs one of these, as for routes. */
  scopes: readonly Scope[]
  /** bound: it keeps to the categories that a token is bound to; a bound token does not see the others. */
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

/** tool holds what a tool returns to its output schema. */
export const tool = <I extends TObject, O extends TObject>(declared: DeclaredTool<I, O>): Tool => declared as Tool
