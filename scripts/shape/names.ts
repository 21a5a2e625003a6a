import { basename } from 'node:path'
import type { Source } from './sources.ts'
import { childrenOf, parse, type SyntaxNode } from './syntax.ts'

/** The name of a source file and all identifiers in it, each once. */
export function namesOf(file: Source): string[] {
  const names = new Set([basename(file.path).replace(/\..*/, '')])
  const visit = (node: SyntaxNode) => {
    if (/^(JSX|Private)?Identifier$/.test(node.type)) names.add(String(node.name))
    for (const child of childrenOf(node)) visit(child)
  }
  visit(parse(file))
  return [...names]
}

/** The words of a name in lower case: `pageNews`, `PAGE_NEWS` and `page-news` → `page news`. */
export const wordsOf = (name: string): string =>
  name
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1 ')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase()
