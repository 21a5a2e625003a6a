import { type Block, MAX_EXCERPT } from '@nightdesk/contracts'
import { excerpt } from '@nightdesk/editor'

/** The limit of excerpts that are written by hand. A grapheme alone can hold thousands of accents. */
export const deriveExcerpt = (content: Block[]) => [...excerpt(content)].slice(0, MAX_EXCERPT).join('')
