import { isStorable } from '../rules/text.ts'
import type { Block } from './model.ts'

/** Limits of content. Depth and nodes include nested values of any key; texts are measured in UTF-16 code units. */
export const CONTENT_LIMITS = {
  bytes: 1024 * 1024,
  depth: 32,
  nodes: 20_000,
  children: 5_000,
  leaf: 100_000,
  text: 1_000_000,
} as const

/** Where content breaks a rule, and a sentence about that rule. */
export interface ContentProblem {
  path: (string | number)[]
  message: string
  /** Too many bytes or too much text: answered with 413, other problems with 422. */
  isTooLarge?: true
}

/** A value that is still to be checked, and the values that contain it. */
interface Visit {
  value: unknown
  key: string | number
  depth: number
  parent?: Visit
}

interface Tally {
  nodes: number
  text: number
}

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])
const count = (limit: number) => limit.toLocaleString('en-US')
const TEXT_TOO_LONG = `The text is too long: at most ${count(CONTENT_LIMITS.text)} characters are allowed`

/**
 * The first value that cannot be stored: it is not JSON, too large, or has characters that Postgres refuses.
 * Uses its own stack, so deep input cannot overflow the call stack; recursion is safe afterwards.
 */
export function findUnstorable(blocks: readonly unknown[]): ContentProblem | undefined {
  const tally: Tally = { nodes: 0, text: 0 }
  const stack: Visit[] = blocks.map((value, key) => ({ value, key, depth: 1 })).reverse()
  for (let visit = stack.pop(); visit; visit = stack.pop()) {
    const message = findFault(visit, tally)
    if (message) {
      const isTooLarge = message === TEXT_TOO_LONG
      return { path: pathOf(visit), message, ...(isTooLarge && { isTooLarge }) }
    }
    const children = nested(visit)
    for (let i = children.length - 1; i >= 0; i--) {
      // The loop keeps the index in range.
      stack.push(children[i] as Visit)
    }
  }
}

function findFault({ value, key, depth }: Visit, tally: Tally): string | undefined {
  if (typeof value === 'string') return findTextFault(value, key, tally)
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return
  if (!isJsonContainer(value)) return 'Content must be plain JSON'
  if (depth > CONTENT_LIMITS.depth) {
    return `The text is nested too deeply: at most ${CONTENT_LIMITS.depth} levels are allowed`
  }
  if (Array.isArray(value)) return findListFault(value, key)
  tally.nodes++
  if (tally.nodes > CONTENT_LIMITS.nodes) {
    return `The text has too many parts: at most ${count(CONTENT_LIMITS.nodes)} are allowed`
  }
  return findKeyFault(value)
}

function findTextFault(value: string, key: string | number, tally: Tally): string | undefined {
  if (!isStorable(value)) return 'The text contains characters that cannot be stored'
  if (key !== 'text') return
  tally.text += value.length
  if (value.length > CONTENT_LIMITS.leaf) {
    return `A passage is too long: at most ${count(CONTENT_LIMITS.leaf)} characters are allowed`
  }
  if (tally.text > CONTENT_LIMITS.text) {
    return TEXT_TOO_LONG
  }
}

function findListFault(value: unknown[], key: string | number): string | undefined {
  if (key === 'children' && value.length > CONTENT_LIMITS.children) {
    return `A block holds too many parts: at most ${count(CONTENT_LIMITS.children)} are allowed`
  }
}

function findKeyFault(value: object): string | undefined {
  for (const key of Object.keys(value)) {
    if (FORBIDDEN_KEYS.has(key)) return `The key “${key}” is not allowed in content`
    if (!isStorable(key)) return 'A key contains characters that cannot be stored'
  }
}

/** The size of a block, to compare with `CONTENT_LIMITS`; `children` and `leaf` are the maxima within the block. */
export type ContentSize = ReturnType<typeof measureBlock>

const encoder = new TextEncoder()

/** Measures one block as `findUnstorable` does. The size of a text is the sum of its blocks. */
export function measureBlock(block: Block) {
  /** Length of its JSON in UTF-8. */
  const bytes = encoder.encode(JSON.stringify(block)).length
  const size = { bytes, depth: 0, nodes: 0, children: 0, leaf: 0, text: 0 }
  const stack: Visit[] = [{ value: block, key: '', depth: 1 }]
  for (let visit = stack.pop(); visit; visit = stack.pop()) {
    measure(visit, size)
    stack.push(...nested(visit))
  }
  return size
}

function measure({ value, key, depth }: Visit, size: ContentSize): void {
  if (typeof value === 'string' && key === 'text') {
    size.leaf = Math.max(size.leaf, value.length)
    size.text += value.length
  }
  if (typeof value !== 'object' || value === null) return
  size.depth = Math.max(size.depth, depth)
  if (!Array.isArray(value)) size.nodes++
  else if (key === 'children') size.children = Math.max(size.children, value.length)
}

function isJsonContainer(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** A list of children is not a level: the nodes in it are one level below their parent. */
function nested(visit: Visit): Visit[] {
  const { value, depth } = visit
  if (!isJsonContainer(value)) return []
  if (Array.isArray(value)) {
    return Array.from(value, (item, key) => ({ value: item, key, depth: depth + 1, parent: visit }))
  }
  return Object.entries(value).map(([key, item]) => {
    const isChildList = key === 'children' && Array.isArray(item)
    return { value: item, key, depth: isChildList ? depth : depth + 1, parent: visit }
  })
}

function pathOf(visit: Visit): (string | number)[] {
  const path: (string | number)[] = []
  for (let at: Visit | undefined = visit; at; at = at.parent) path.unshift(at.key)
  return path
}
