import type { AdminArticleSummary, BulkChange, BulkResult, ChangedArticle } from '@nightdesk/contracts'
import { tagSlug } from '@nightdesk/contracts'
import { api } from '../../../../api.ts'
import { notify } from '../../../notify.ts'
import { standingOf } from '../../detail/use-publish.ts'
import { describeBulk } from './describe-bulk.ts'

const UNDO_MS = 10_000

interface Call {
  change: BulkChange
  articles: ChangedArticle[]
  tag?: string
}

/**
 * Changes several articles in one call, and announces the result with Undo.
 * @param onChanged receives the ids of refused articles
 */
export function useBulkChange(onChanged: (refused: number[]) => void) {
  const utils = api.useUtils()
  const { mutateAsync, isPending } = api.bulk.change.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to change the articles' } },
    onSettled: () => {
      utils.articles.invalidate()
      utils.versions.list.invalidate()
      utils.analytics.dashboard.invalidate()
    },
  })
  /** @returns null when the call failed, which has been announced */
  const send = (call: Call) => mutateAsync(call).catch(() => null)

  async function change(name: BulkChange, selected: readonly AdminArticleSummary[], tag?: string) {
    const titles = new Map(selected.map(({ id, title }) => [id, title]))
    const titleOf = (id: number) => titles.get(id) ?? ''
    const results = await send({ change: name, articles: selected.map(inputFor(name)), tag })
    if (!results) return
    onChanged(idsOf(results, 'refused'))
    const changed = idsOf(results, 'changed')
    const calls = undoCalls(
      name,
      selected.filter(({ id }) => changed.includes(id)),
      tag,
    )
    notify({
      ...describeBulk(name, results, titleOf),
      duration: UNDO_MS,
      undo: calls.length > 0 ? () => undo(calls, titleOf) : undefined,
    })
  }

  async function undo(calls: readonly Call[], titleOf: (id: number) => string) {
    for (const call of calls) {
      const results = await send(call)
      if (!results) return
      notify(describeBulk(call.change, results, titleOf))
    }
  }

  return { change, isPending }
}

/**
 * Publishing is refused when somebody has changed the text that the list showed. A published article stays as readers see
 * it, even if newer text is not public.
 */
const inputFor = (change: BulkChange) => (article: AdminArticleSummary) =>
  change === 'publish'
    ? {
        id: article.id,
        base_version: article.version_number,
        version_number: standingOf(article).version_number,
      }
    : { id: article.id }

const idsOf = (results: readonly BulkResult[], wanted: BulkResult['outcome']) =>
  results.filter(({ outcome }) => outcome === wanted).map(({ id }) => id)

/** The calls that revert a change. `before` are the articles that it changed, as they were. */
function undoCalls(change: BulkChange, before: readonly AdminArticleSummary[], tag?: string): Call[] {
  const call = (name: BulkChange, articles: ChangedArticle[]): Call[] =>
    articles.length > 0 ? [{ change: name, articles, tag }] : []
  const those = (state: AdminArticleSummary['state']) =>
    before.filter((article) => article.state === state).map(standingOf)
  const all = before.map(standingOf)
  switch (change) {
    case 'publish':
      return call('unpublish', those('draft'))
    case 'unpublish':
      return call('publish', all)
    case 'archive':
      return [...call('restore', all), ...call('publish', those('published'))]
    case 'restore':
      return call('archive', those('archived'))
    case 'add_tag':
      return call('remove_tag', all)
    case 'remove_tag':
      return call(
        'add_tag',
        before.map(({ id, tags }) => ({ id, tag_position: positionOf(tags, tag) })),
      )
  }
}

/** Counted from 1. */
const positionOf = (tags: AdminArticleSummary['tags'], tag = '') =>
  Math.max(
    0,
    tags.findIndex(({ slug }) => slug === tagSlug(tag)),
  ) + 1
