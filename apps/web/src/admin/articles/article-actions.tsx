import {
  type AdminArticle,
  type AdminArticleSummary,
  type ArticleKind,
  type ArticleState,
  type ChangedArticle,
  ORIGINAL_PATHS,
  publicPath,
} from '@nightdesk/contracts'
import { type MouseEvent, useState } from 'react'
import { api } from '../../api.ts'
import { formatDateTime } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton, Question } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { announced, NOUNS, useArticleChanged } from './article-changed.ts'

interface ArchiveActionsProps {
  article: ShownArticle & Pick<AdminArticleSummary, 'title'>
  /** One menu button instead of a button each, for rows of a table. */
  asMenu?: boolean
}

/** Archive, Delete and Restore. None of them is final: the trash keeps articles for 30 days. */
export function ArchiveActions({ article, asMenu = false }: ArchiveActionsProps) {
  const { title, state, scheduled_at } = article
  const { archive, trash, restore, isPending } = useArchive(article)
  const [isAsking, setIsAsking] = useState(false)
  const lost = state === 'published' ? 'Readers no longer find it. ' : ''
  const effect = scheduled_at === null ? lost : 'Its schedule is cancelled. '
  const items = [
    state === 'draft' || state === 'published'
      ? { label: 'Archive', onSelect: archive }
      : { label: 'Restore', onSelect: restore },
    ...(state === 'deleted' ? [] : [{ label: 'Delete', onSelect: () => setIsAsking(true) }]),
  ]
  return (
    <>
      {asMenu && <Menu label={`Actions for ${title}`} items={items} />}
      {!asMenu &&
        items.map(({ label, onSelect }) => (
          <Button
            key={label}
            variant="ghost"
            isBusy={isPending}
            aria-label={`${label} ${title}`}
            onClick={onSelect}
          >
            {label}
          </Button>
        ))}
      <Question
        open={isAsking}
        title={`Delete “${title}”?`}
        description={`It goes to the trash, where it can be restored for 30 days. ${effect}Its preview links end.`}
        yes="Move to Trash"
        onYes={() => {
          setIsAsking(false)
          trash()
        }}
        onClose={() => setIsAsking(false)}
      />
    </>
  )
}

/** Publish or Unpublish. Archived and deleted articles must be restored first, so they get no button. */
export function PublishButton({ article }: { article: AdminArticle }) {
  const { state } = article
  const { publish, unpublish, isPending } = usePublish(article)
  if (state !== 'draft' && state !== 'published') return null
  const [label, variant, run] =
    state === 'draft'
      ? (['Publish', 'success', publish] as const)
      : (['Unpublish', 'warning', unpublish] as const)
  return (
    <Button variant={variant} isBusy={isPending} onClick={onlyOnce(run)}>
      {label}
    </Button>
  )
}

/** A double click, whose second click may come after the response to the first, does not take it back. */
export const onlyOnce =
  (run: () => unknown) =>
  ({ detail }: MouseEvent) =>
    detail < 2 && run()

/** Puts the original text back into a page that every site has, as a new version. Other pages have no such button. */
export function OriginalButton({ article }: { article: AdminArticle }) {
  const path = originalOf(article.path)
  const { mutateAsync, isPending } = useOriginal()
  if (!path || article.state === 'deleted') return null
  return (
    <ConfirmButton
      isBusy={isPending}
      question={{
        title: 'Back to the original text?',
        description: `It becomes the newest version${article.state === 'published' ? ', and readers see it at once' : ''}. The present one stays among the versions.`,
        yes: 'Back to the original',
        variant: 'primary',
      }}
      onConfirm={() => announced(mutateAsync({ path }), () => ({ title: 'The original text is back' }))}
    />
  )
}

/** Makes a page of an original text, or puts that text back into the page. */
export const useOriginal = () =>
  api.articles.original.useMutation({
    meta: { failure: 'Failed to write the original text' },
    onSuccess: useArticleChanged(),
  })

/** The address of a page that every site has. */
export const originalOf = (path: string | null) => ORIGINAL_PATHS.find((original) => original === path)

/**
 * Archives, deletes and restores an article. Undo in the notice also publishes it again, or restores the schedule that
 * was cancelled.
 */
function useArchive(article: ShownArticle) {
  const { id, kind } = article
  const onSuccess = useArticleChanged()
  const { publishFrom } = usePublish(article)
  const archive = api.articles.archive.useMutation({ meta: failureTo('archive', kind), onSuccess })
  const trash = api.articles.delete.useMutation({ meta: failureTo('delete', kind), onSuccess })
  const restore = api.articles.restore.useMutation({ meta: failureTo('restore', kind), onSuccess })

  async function putAway(call: Promise<AdminArticle>, done: string, before: ShownArticle) {
    await announced(call, () => ({
      title: `${NOUNS[kind]} ${done}`,
      description: before.scheduled_at === null ? undefined : 'Its schedule was cancelled.',
      undo: () => undo(before),
    }))
  }
  const archiveFrom = (before: ShownArticle) =>
    putAway(archive.mutateAsync({ id }), 'archived successfully', before)
  const bringBack = (schedule?: ChangedArticle['schedule']) =>
    announced(restore.mutateAsync({ id, schedule }), (restored) => ({
      title: `${NOUNS[kind]} restored successfully`,
      description: describeDraft(restored, schedule !== undefined),
    }))
  async function undo(before: ShownArticle) {
    const { schedule, version_number } = standingOf(before)
    const restored = await bringBack(schedule)
    if (!restored) return
    if (before.state === 'published') void publishFrom(restored, { version_number })
    if (before.state === 'archived') void archiveFrom(restored)
  }
  return {
    archive: () => archiveFrom(article),
    trash: () => putAway(trash.mutateAsync({ id }), 'moved to the trash', article),
    restore: () => bringBack(),
    isPending: restore.isPending || archive.isPending || trash.isPending,
  }
}

const failureTo = (verb: string, kind: ArticleKind) => ({
  failure: { title: 'Error', description: `Failed to ${verb} ${NOUNS[kind].toLowerCase()}` },
})

/** An article as a screen shows it. Undo restores this state. */
type ShownArticle = Pick<
  AdminArticleSummary,
  | 'id'
  | 'kind'
  | 'path'
  | 'state'
  | 'version_number'
  | 'published_version_number'
  | 'scheduled_at'
  | 'scheduled_version_number'
>

/** Publish and Unpublish: optimistic, with Undo in the notice. */
export function usePublish(article: ShownArticle) {
  const { id, kind } = article
  const { articles } = api.useUtils()
  const onSuccess = useArticleChanged()
  const showState = useShownState(id)

  const optionsOf = (verb: string, state: ArticleState) => ({
    meta: failureTo(verb, kind),
    onMutate: async () => ({ takeBack: await showState(state) }),
    onError(_error: unknown, _input: unknown, context?: { takeBack(): unknown }) {
      context?.takeBack()
      // Somebody may have changed the article meanwhile.
      articles.invalidate()
    },
    onSuccess,
  })
  const publish = api.articles.publish.useMutation(optionsOf('publish', 'published'))
  const unpublish = api.articles.unpublish.useMutation(optionsOf('unpublish', 'draft'))

  /** @param before the state that Undo restores */
  async function publishFrom(
    before: ShownArticle,
    text: Pick<ChangedArticle, 'base_version' | 'version_number'>,
  ) {
    const { schedule, version_number } = standingOf(before)
    await announced(publish.mutateAsync({ id, ...text }), (published) => ({
      title: `${NOUNS[kind]} published successfully`,
      description: 'Readers can see it now.',
      view: { href: publicPath(article), label: `View the ${NOUNS[kind].toLowerCase()}` },
      undo: () =>
        version_number ? publishFrom(published, { version_number }) : unpublishFrom(published, schedule),
    }))
  }
  async function unpublishFrom(before: ShownArticle, schedule?: ChangedArticle['schedule']) {
    const { version_number } = standingOf(before)
    await announced(unpublish.mutateAsync({ id, schedule }), (draft) => ({
      title: `${NOUNS[kind]} unpublished successfully`,
      description: describeDraft(draft, schedule !== undefined),
      undo: () => publishFrom(draft, { version_number }),
    }))
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

function describeDraft(
  { scheduled_at, scheduled_version_number }: AdminArticle,
  wasScheduled: boolean,
): string {
  if (scheduled_at) return describeSchedule(scheduled_at, scheduled_version_number)
  return wasScheduled ? 'It is a draft. The time of its schedule has passed.' : 'It is a draft again.'
}

/**
 * Shows the next state of an article before the server has answered.
 * @returns a function that restores the previous state
 */
function useShownState(id: number) {
  const utils = api.useUtils()
  const show = (shown: Pick<AdminArticle, 'state' | 'published_version_number'>) =>
    utils.articles.get.setData({ id }, (article) => article && { ...article, ...shown })

  return async (next: ArticleState) => {
    // A response that is already under way would still have the old state.
    await utils.articles.get.cancel({ id })
    const before = utils.articles.get.getData({ id })
    if (!before) return () => undefined
    const { state, published_version_number, version_number } = before
    show({ state: next, published_version_number: next === 'published' ? version_number : null })
    return () => show({ state, published_version_number })
  }
}

/** @param version the one to publish; null for the newest at that time */
export const describeSchedule = (at: string, version: number | null) =>
  `${version === null ? 'The newest save' : `Version ${version}`} goes out on ${formatDateTime(at)}.`
