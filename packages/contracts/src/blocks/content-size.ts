import type { Block } from './nodes.ts'

/** The size of a block, to compare with `CONTENT_LIMITS`; `children` and `leaf` are the maxima within the block. */
export interface ContentSize {
  /** Length of its JSON in UTF-8. */
  bytes: number
  depth: number
  nodes: number
  children: number
  leaf: number
  text: number
}

interface Visit {
  value: unknown
  key: string
  depth: number
}

const encoder = new TextEncoder()

/** Measures one block as `findUnstorable` does, without recursion. The size of a text is the sum of its blocks. */
export function measureBlock(block: Block): ContentSize {
  const bytes = encoder.encode(JSON.stringify(block)).length
  const size: ContentSize = { bytes, depth: 0, nodes: 0, children: 0, leaf: 0, text: 0 }
  const stack: Visit[] = [{ value: block, key: '', depth: 1 }]
  for (let visit = stack.pop(); visit; visit = stack.pop()) {
    count(visit, size)
    stack.push(...nested(visit))
  }
  return size
}

function count({ value, key, depth }: Visit, size: ContentSize): void {
  if (typeof value === 'string' && key === 'text') {
    size.leaf = Math.max(size.leaf, value.length)
    size.text += value.length
  }
  if (typeof value !== 'object' || value === null) return
  size.depth = Math.max(size.depth, depth)
  if (!Array.isArray(value)) size.nodes++
  else if (key === 'children') size.children = Math.max(size.children, value.length)
}

/** A list of children is not a level, and items of a list have no key. */
function nested({ value, depth }: Visit): Visit[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.map((item) => ({ value: item, key: '', depth: depth + 1 }))
  return Object.entries(value).map(([key, item]) => {
    const isChildList = key === 'children' && Array.isArray(item)
    return { value: item, key, depth: isChildList ? depth : depth + 1 }
  })
}
