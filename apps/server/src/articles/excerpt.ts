import { type Block, MAX_EXCERPT } from '@nightdesk/contracts'
import { excerpt as excerptOf } from '@nightdesk/editor'

/** Never longer than one that is written by hand may be: a single grapheme can hold thousands of accents. */
export const deriveExcerpt = (content: Block[]) => [...excerptOf(content)].slice(0, MAX_EXCERPT).join('')
