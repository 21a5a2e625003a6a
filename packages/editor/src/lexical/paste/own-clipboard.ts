import {
  type Block,
  findUnstorable,
  IMAGE_FILENAME,
  isSafeImageUrl,
  isSafeUrl,
  isText,
  type Node,
} from '@nightdesk/contracts'
import type { LexicalJson } from '../../blocks/block.ts'
import { blocksOf } from '../../convert.ts'

/**
 * The blocks that this editor put on the clipboard. Any page can write the same type, so URLs are validated again;
 * undefined if the JSON does not have the form that this editor writes.
 */
export function readOwnClipboard(json: string, namespace: string): Block[] | undefined {
  const payload = parse(json)
  if (!isPayload(payload) || payload.namespace !== namespace) return undefined
  // Without recursion; limits the depth for the recursive functions below.
  if (findUnstorable(payload.nodes)) return undefined
  const blocks = blocksOf(payload.nodes)
  for (const block of blocks) dropUnsafeUrls(block)
  return blocks
}

interface Payload {
  namespace: unknown
  nodes: LexicalJson[]
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPayload = (value: unknown): value is Payload =>
  isRecord(value) && Array.isArray(value.nodes) && value.nodes.every(isNode)

const isNode = (value: unknown): boolean =>
  isRecord(value) &&
  typeof value.type === 'string' &&
  (value.children === undefined || (Array.isArray(value.children) && value.children.every(isNode)))

/** A URL or filename that may not be stored is dropped. */
function dropUnsafeUrls(node: Node): void {
  if (isText(node)) return
  const { type, url, filename } = node
  if (type === 'link' && !(typeof url === 'string' && isSafeUrl(url))) node.url = ''
  if (type === 'image' && url !== undefined && !(typeof url === 'string' && isSafeImageUrl(url)))
    node.url = ''
  if (type === 'image' && !(typeof filename === 'string' && IMAGE_FILENAME.test(filename)))
    delete node.filename
  for (const child of node.children) dropUnsafeUrls(child)
}
