import { parseSync } from 'vite'
import type { Source } from './sources.ts'

export interface SyntaxNode {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

export const parse = ({ path, source }: Source): SyntaxNode =>
  parseSync(path, source).program as unknown as SyntaxNode // the tree has a type for each kind of node

export const childrenOf = (node: SyntaxNode): SyntaxNode[] =>
  Object.values(node)
    .flat()
    .filter((value): value is SyntaxNode => typeof (value as SyntaxNode | null)?.type === 'string')
