import type { AdminArticle, AdminArticleSummary, ArticleState, ChangedArticle } from '@nightdesk/contracts'
import { api } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { notify } from '../../notify.ts'
import { describeSchedule } from '../schedule/describe-schedule.ts'
import { useArticleChanged } from './use-article-changed.ts'
import { useShownState } from './use-shown-state.ts'

/** An article as a screen shows it. Undo restores this state. */
export type ShownArticle = Pick<
  AdminArticleSummary,
  'id' | 'state' | 'version_number' | 'published_version_number' | 'scheduled_at' | 'scheduled_version_number'
>

/** Publish and Unpublish: optimistic, with Undo in the notice. */
export function usePublish(article: ShownArticle) {
  const { id } = article
  const { articles } = api.useUtils()
  const articleChanged = useArticleChanged()
  const showState = useShownState(id)
  const topic = `article ${id}`

  const optionsOf = (name: string, state: ArticleState) => ({
    meta: { failure: { title: 'Error', description: `Failed to ${name} article` } },
    onMutate: async () => ({ takeBack: await showState(state) }),
    onError(_error: unknown, _input: unknown, context?: { takeBack(): unknown }) {
      context?.takeBack()
      // Somebody may have changed the article meanwhile.
      articles.invalidate()
    },
    onSuccess: articleChanged,
  })
  const publish = api.articles.publish.useMutation(optionsOf('publish', 'published'))
  const unpublish = api.articles.unpublish.useMutation(optionsOf('unpublish', 'draft'))

  /** @param before the state that Undo restores */
  async function publishFrom(
    before: ShownArticle,
    text: Pick<ChangedArticle, 'base_version' | 'version_number'>,
  ) {
    const published = await publish.mutateAsync({ id, ...text }).catch(() => null)
    if (!published) return // already announced
    const { schedule, version_number } = standingOf(before)
    notify({
      kind: 'success',
      title: 'Article published successfully',
      description: 'Readers can see it now.',
      topic,
      view: { href: paths.article(id), label: 'View the article' },
      undo: () =>
        version_number ? publishFrom(published, { version_number }) : unpublishFrom(published, schedule),
    })
  }
  async function unpublishFrom(before: ShownArticle, schedule?: ChangedArticle['schedule']) {
    const draft = await unpublish.mutateAsync({ id, schedule }).catch(() => null)
    if (!draft) return
    const { version_number } = standingOf(before)
    notify({
      kind: 'success',
      title: 'Article unpublished successfully',
      description: describeDraft(draft, schedule !== undefined),
      topic,
      undo: () => publishFrom(draft, { version_number }),
    })
  }
  return {
    /** Publishes the text that the screen shows; refused when it was changed meanwhile. */
    publish: () => publishFrom(article, { base_version: article.version_number }),
    publishFrom,
    unpublish: () => unpublishFrom(article),
    isPending: publish.isPending || unpublish.isPending,
  }
}

/** What a call needs to give an article back its schedule, or to publish the version again that readers saw. */
export const standingOf = ({
  id,
  scheduled_at,
  scheduled_version_number,
  published_version_number,
}: ShownArticle) => ({
  id,
  schedule:
    scheduled_at === null
      ? undefined
      : { publish_at: scheduled_at, version_number: scheduled_version_number ?? undefined },
  version_number: published_version_number ?? undefined,
})

export function describeDraft(
  { scheduled_at, scheduled_version_number }: AdminArticle,
  wasScheduled: boolean,
): string {
  if (scheduled_at) return describeSchedule(scheduled_at, scheduled_version_number)
  return wasScheduled ? 'It is a draft. The time of its schedule has passed.' : 'It is a draft again.'
}
