import { parseSync } from 'vite'
import type { Source } from './sources.ts'

/** The limit of lines in a function. */
export const MOST_LINES = 60

interface FunctionLength {
  path: string
  name: string
  lines: number
}

interface SyntaxNode {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** All functions of a source with their lengths in lines, including signature and closing brace. */
export function functionsOf({ path, source }: Source): FunctionLength[] {
  const found: FunctionLength[] = []
  const visit = (node: SyntaxNode, name: string) => {
    const isFunction = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
    const own = nameOf(node) ?? name
    if (isFunction) found.push({ path, name: own, lines: linesOf(source.slice(node.start, node.end)) })
    for (const child of childrenOf(node)) visit(child, own)
  }
  visit(parseSync(path, source).program as unknown as SyntaxNode, '') // the tree has a type for each kind of node
  return found
}

const linesOf = (text: string) => text.split('\n').length

function nameOf(node: SyntaxNode): string | undefined {
  const named = (node.id ?? node.key) as { name?: string } | null | undefined // of declarations, methods and properties
  return named?.name
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node)
    .flat()
    .filter((value): value is SyntaxNode => typeof (value as SyntaxNode | null)?.type === 'string')
}
