import {
  type Block,
  CONTENT_LIMITS,
  type ContentSize,
  codePoints,
  MAX_EXCERPT,
  MAX_TITLE,
  measureBlock,
} from '@nightdesk/contracts'
import { formatCount, formatNumber } from '../../../format.ts'
import type { DraftText } from './draft-text.ts'

/** A limit that is exceeded or nearly reached. */
export interface LimitNotice {
  isOver: boolean
  /** Names the limit, and says by how much. */
  message: string
}

/** The fraction of a limit from which a notice is shown. */
const NEAR = 0.95

const measured = new WeakMap<Block, ContentSize>()

/** The limit that is exceeded most, or nearest; undefined while no limit is near. The sizes of blocks are cached. */
export function findLimit({
  title,
  excerpt,
  content,
}: Pick<DraftText, 'title' | 'excerpt' | 'content'>): LimitNotice | undefined {
  const sizes = content.map(sizeOf)
  const sum = (key: keyof ContentSize) => sizes.reduce((total, size) => total + size[key], 0)
  const most = (key: keyof ContentSize) => sizes.reduce((top, size) => Math.max(top, size[key]), 0)
  // JSON adds two brackets, and a comma between blocks.
  const bytes = sum('bytes') + Math.max(content.length + 1, 2)
  const notices = [
    notice('The title', codePoints(title.trim()), MAX_TITLE, characters),
    notice('The excerpt', codePoints(excerpt.trim()), MAX_EXCERPT, characters),
    notice('The text', bytes, CONTENT_LIMITS.bytes, kilobytes),
    notice('The text', sum('text'), CONTENT_LIMITS.text, characters),
    notice('The text', sum('nodes'), CONTENT_LIMITS.nodes, parts),
    notice('A passage', most('leaf'), CONTENT_LIMITS.leaf, characters),
    notice('A block', most('children'), CONTENT_LIMITS.children, parts),
    // No notice before the limit: deep nesting is not reached gradually.
    most('depth') > CONTENT_LIMITS.depth
      ? notice('The nesting', most('depth'), CONTENT_LIMITS.depth, (count) => formatCount(count, 'level'))
      : undefined,
  ].filter((found) => found !== undefined)
  return notices.sort((one, other) => other.ratio - one.ratio)[0]
}

function sizeOf(block: Block): ContentSize {
  const known = measured.get(block)
  if (known) return known
  const size = measureBlock(block)
  measured.set(block, size)
  return size
}

function notice(what: string, value: number, limit: number, format: (value: number) => string) {
  const ratio = value / limit
  if (ratio < NEAR) return
  const isOver = value > limit
  const message = isOver
    ? `${what} is over the limit by ${format(value - limit)}: at most ${format(limit)} can be saved.`
    : `${what} is nearly full: ${format(limit - value)} of ${format(limit)} are left.`
  return { ratio, isOver, message }
}

const characters = (count: number) => formatCount(count, 'character')
const parts = (count: number) => formatCount(count, 'part')
const kilobytes = (bytes: number) => `${formatNumber(Math.ceil(bytes / 1024))} KB`
