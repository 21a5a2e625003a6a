import type { BulkChange, BulkResult } from '@nightdesk/contracts'
import { formatCount } from '../../../../format.ts'
import type { Notice } from '../../../../ui/overlays/toast.tsx'
import { nameRefused } from './name-refused.ts'

const words: Record<BulkChange, { done: string; already: string }> = {
  publish: { done: 'published', already: 'published already' },
  unpublish: { done: 'unpublished', already: 'drafts already' },
  archive: { done: 'archived', already: 'archived already' },
  restore: { done: 'restored', already: 'drafts already' },
  add_tag: { done: 'tagged', already: 'tagged already' },
  remove_tag: { done: 'freed of the tag', already: 'without the tag already' },
}

/** What a notice says after a change of several articles. */
export function describeBulk(
  change: BulkChange,
  results: readonly BulkResult[],
  titleOf: (id: number) => string,
): Pick<Notice, 'kind' | 'title' | 'description'> {
  const { done, already } = words[change]
  const refused = results.filter(({ outcome }) => outcome === 'refused')
  const changed = results.filter(({ outcome }) => outcome === 'changed').length
  if (refused.length > 0) {
    const title = `${refused.length} of ${countArticles(results.length)} ${wereNot(refused.length)} ${done}`
    return { kind: 'warning', title, description: nameRefused(refused, (id) => `“${titleOf(id)}”`) }
  }
  if (changed === 0) return { kind: 'info', title: 'Nothing to change', description: `They are ${already}.` }
  const unchanged = results.length - changed
  const description = unchanged > 0 ? `${unchanged} ${isOrAre(unchanged)} ${already}.` : undefined
  return { kind: 'success', title: `${countArticles(changed)} ${done}`, description }
}

export const countArticles = (count: number) => formatCount(count, 'article')

const wereNot = (count: number) => (count === 1 ? 'was not' : 'were not')
const isOrAre = (count: number) => (count === 1 ? 'is' : 'are')
