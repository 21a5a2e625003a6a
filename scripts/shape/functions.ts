import type { Source } from './sources.ts'
import { childrenOf, parse, type SyntaxNode } from './syntax.ts'

interface FunctionLength {
  path: string
  name: string
  lines: number
}

/** All functions of a source with their lengths in lines, including signature and closing brace. */
export function functionsOf(file: Source): FunctionLength[] {
  const { path, source } = file
  const found: FunctionLength[] = []
  const visit = (node: SyntaxNode, name: string) => {
    const isFunction = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
    const own = nameOf(node) ?? name
    if (isFunction) found.push({ path, name: own, lines: linesOf(source.slice(node.start, node.end)) })
    for (const child of childrenOf(node)) visit(child, own)
  }
  visit(parse(file), '')
  return found
}

const linesOf = (text: string) => text.split('\n').length

function nameOf(node: SyntaxNode): string | undefined {
  const named = (node.id ?? node.key) as { name?: string } | null | undefined // of declarations, methods and properties
  return named?.name
}
