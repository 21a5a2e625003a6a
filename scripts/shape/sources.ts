import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { isTest } from '../import-graph/rules.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Source {
  /** Path from the root of the project. */
  path: string
  source: string
}

/** Reads all files of the project that match a pattern, without dependencies and builds. */
export const readSources = (pattern: string): Source[] =>
  globSync(pattern, { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path) }).map(
    (path) => ({ path, source: readFileSync(`${root}${path}`, 'utf8') }),
  )

/** The sources of apps and packages, without tests. */
export const productSources = (): Source[] =>
  readSources('{apps,packages}/*/src/**/*.{ts,tsx}').filter(({ path }) => !isTest(path))

export const countLines = ({ source }: Source): number => source.split('\n').length - 1

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
