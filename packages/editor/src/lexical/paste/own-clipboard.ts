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
 * Blocks of what an editor of ours put on the clipboard, as they were. Any page can put it there too, so that
 * addresses are looked at again; undefined if it is not what an editor of ours would write.
 */
export function readOwnClipboard(json: string, namespace: string): Block[] | undefined {
  const payload = parse(json)
  if (!isPayload(payload) || payload.namespace !== namespace) return undefined
  // Walked without recursion, before anything recurses into it.
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

/** An address that may not be stored counts as none. */
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
