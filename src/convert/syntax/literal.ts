// Reads literals from a configuration written in JavaScript or TypeScript, which is parsed, never run. Literals and names of
// literals in the same file, are read; what is computed is left out, and its lines are named.

import { stripTypeScriptTypes } from 'node:module'
import { type Expression, type Node, type Program, parse } from 'acorn'

/** `computed` are the lines of expressions that were left out. */
type Literal = { value: unknown; computed: number[] }

const DEEPEST = 40
/** Most values to resolve: nested references could expand to more than fits into memory. */
const MOST_VALUES = 100_000

/** readLiteral is the value of the first property or constant of this name, or of what the file exports. */
export function readLiteral(source: string, property?: string): Literal | undefined {
  const program = parsed(source)
  if (!program) return undefined
  const names = new Map<string, Expression>()
  for (const node of program.body)
    for (const { id, init } of declarationsIn(node)) if (id.type === 'Identifier' && init) names.set(id.name, init)
  const found = property === undefined ? exportedBy(program) : (propertyIn(program, property) ?? names.get(property))
  if (!found) return undefined
  const computed = new Set<number>()
  const value = new LiteralReader(names, computed).read(found, 0)
  return { value, computed: [...computed].sort((one, other) => one - other) }
}

/** An ImportedName is one name that a program takes from a module; without `imported` it is what the module is by itself. */
type ImportedName = { name: string; from: string; imported?: string }

export function importsOf(source: string): ImportedName[] {
  return (parsed(source)?.body ?? []).flatMap((node): ImportedName[] => {
    if (node.type !== 'ImportDeclaration') return []
    const from = String(node.source.value)
    return node.specifiers.map(({ local: { name }, ...specifier }) => {
      const imported = 'imported' in specifier ? keyOf(specifier.imported as Node) : undefined
      return { name, from, ...(imported !== undefined && { imported }) }
    })
  })
}

/** String literals and identifiers of an expression, in order; empty if it can't be parsed. */
export function namesIn(expression: string): { text: string; isName: boolean }[] {
  const found: { text: string; isName: boolean }[] = []
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return
    const { type, name, value } = node as { type?: string; name?: string; value?: unknown }
    if (type === 'Identifier' && name !== undefined) found.push({ text: name, isName: true })
    else if (type === 'Literal' && typeof value === 'string') found.push({ text: value, isName: false })
    else for (const part of Object.values(node)) visit(part)
  }
  visit(parsed(`(${expression})`)?.body)
  return found
}

function parsed(source: string): Program | undefined {
  for (const textOf of [() => source, () => withoutTypes(source)])
    try {
      const text = textOf()
      if (text !== undefined)
        return parse(text, { ecmaVersion: 'latest', sourceType: 'module', locations: true, allowHashBang: true })
    } catch {
      // TypeScript: types are stripped; enums and the like can't be.
    }
  return undefined
}

/** Strips types, without Node's experimental warning. */
function withoutTypes(source: string): string | undefined {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source)
  } catch {
    return undefined
  } finally {
    process.emitWarning = emitWarning
  }
}

function declarationsIn(node: Program['body'][number]) {
  const inner = node.type === 'ExportNamedDeclaration' ? node.declaration : node
  return inner?.type === 'VariableDeclaration' ? inner.declarations : []
}

/** The value of `export default` or `module.exports`. */
function exportedBy({ body }: Program): Expression | undefined {
  for (const node of body) {
    if (node.type === 'ExportDefaultDeclaration') return node.declaration as Expression
    if (node.type !== 'ExpressionStatement' || node.expression.type !== 'AssignmentExpression') continue
    const { left, right } = node.expression
    if (left.type === 'MemberExpression' && left.property.type === 'Identifier' && left.property.name === 'exports')
      return right
  }
  return undefined
}

/**
 * propertyIn goes through the whole program, because the object may be handed to any function; without recursion, because
 * thousands of names in a row, `a.b.c`, are as deep.
 */
function propertyIn(program: Program, name: string): Expression | undefined {
  const waiting: unknown[] = [program]
  while (waiting.length > 0) {
    const node = waiting.pop()
    if (typeof node !== 'object' || node === null) continue
    const { type, key, value, computed } = node as { type?: string; key?: Node; value?: Expression; computed?: boolean }
    if (type === 'Property' && !computed && key && value && keyOf(key) === name) return value
    for (const part of Object.values(node).reverse()) waiting.push(part)
  }
  return undefined
}

const keyOf = (key: Node): string | undefined => {
  const { type, name, value } = key as { type: string; name?: string; value?: unknown }
  return type === 'Identifier' ? name : typeof value === 'string' ? value : undefined
}

class LiteralReader {
  readonly #names: ReadonlyMap<string, Expression>
  readonly #computed: Set<number>
  #values = 0

  constructor(names: ReadonlyMap<string, Expression>, computed: Set<number>) {
    this.#names = names
    this.#computed = computed
  }

  read(node: Expression, depth: number): unknown {
    if (depth > DEEPEST || ++this.#values > MOST_VALUES) return this.#leaveOut(node)
    switch (node.type) {
      case 'Literal':
        return node.value
      case 'TemplateLiteral':
        return node.expressions.length === 0 ? node.quasis[0]!.value.cooked : this.#leaveOut(node)
      case 'ArrayExpression':
        return node.elements.flatMap((element) => {
          if (element === null) return []
          const value = this.read(element.type === 'SpreadElement' ? element.argument : element, depth + 1)
          return value === undefined || (element.type === 'SpreadElement' && !Array.isArray(value)) ? [] : value
        })
      case 'ObjectExpression':
        return this.#object(node.properties, depth)
      case 'Identifier': {
        const bound = this.#names.get(node.name)
        return bound ? this.read(bound, depth + 1) : this.#leaveOut(node)
      }
      default:
        return this.#leaveOut(node)
    }
  }

  #object(properties: (Expression & { type: 'ObjectExpression' })['properties'], depth: number): object {
    const entries: [string, unknown][] = []
    for (const property of properties) {
      if (property.type === 'SpreadElement') {
        const value = this.read(property.argument, depth + 1)
        if (typeof value === 'object' && value !== null) entries.push(...Object.entries(value))
        continue
      }
      const key = property.computed ? undefined : keyOf(property.key)
      if (key === undefined || property.kind !== 'init') this.#leaveOut(property)
      else entries.push([key, this.read(property.value as Expression, depth + 1)])
    }
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }

  #leaveOut(node: Node): undefined {
    this.#computed.add(node.loc?.start.line ?? 1)
    return undefined
  }
}
