import type { AdminArticle } from '@nightdesk/contracts'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { Button } from '../../../ui/button.tsx'
import { notify } from '../../notify.ts'
import { lazyPart, usePrefetch } from '../../screen/lazy.tsx'
import { useRestoredFocus } from '../../screen/page.tsx'
import { describeSchedule, usePublish } from '../article-actions.tsx'
import { NOUNS, useArticleChanged } from '../article-changed.ts'
import { Notice } from '../notice.tsx'
import { zoneAt } from './schedule-times.ts'

const loadDialog = () => import('./schedule-dialog.tsx')
const ScheduleDialog = lazyPart('The schedule', async () => (await loadDialog()).ScheduleDialog)

const SCHEDULE_BUTTON = 'schedule-button'

/** Moves the focus from a button that is removed together with the schedule to the one that leads to another. */
const focusScheduleButton = () => document.getElementById(SCHEDULE_BUTTON)?.focus()

/** Opens the dialog to schedule a draft. Other articles cannot be scheduled. */
export function ScheduleButton({ article }: { article: AdminArticle }) {
  const [isOpen, setIsOpen] = useState(false)
  usePrefetch(loadDialog)
  if (article.state !== 'draft') return null
  return (
    <>
      <Button id={SCHEDULE_BUTTON} onClick={() => setIsOpen(true)}>
        {article.scheduled_at ? 'Change schedule…' : 'Schedule…'}
      </Button>
      {isOpen && <ScheduleDialog article={article} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Says when a draft is published, and warns when readers get an older version than the newest. */
export function ScheduleNotice({ article }: { article: AdminArticle }) {
  const { scheduled_version_number, published_version_number: shown, version_number: newest } = article
  // A button is removed when the newest version goes out.
  useRestoredFocus(`${scheduled_version_number} ${shown}`)
  if (article.scheduled_at) return <Scheduled article={article} at={article.scheduled_at} />
  return shown !== null && shown < newest ? <Behind article={article} shown={shown} /> : null
}

function Scheduled({ article, at }: { article: AdminArticle; at: string }) {
  const { schedule, cancel, isPending } = useSchedule(article.id)
  const cancelHere = () => {
    focusScheduleButton()
    cancel()
  }
  const { scheduled_version_number: pinned, version_number: newest } = article
  const isBehind = pinned !== null && pinned !== newest
  return (
    <Notice
      label="Schedule"
      text={`${describeSchedule(at, pinned).slice(0, -1)} (${zoneAt(at)}).`}
      warning={isBehind && `Version ${newest}, the newest, does not go out with it.`}
    >
      {isBehind && (
        <Button variant="primary" size="sm" isBusy={isPending} onClick={() => schedule(at)}>
          Schedule the newest text instead
        </Button>
      )}
      <Button size="sm" isBusy={isPending} onClick={cancelHere}>
        Cancel schedule
      </Button>
    </Notice>
  )
}

function Behind({ article, shown }: { article: AdminArticle; shown: number }) {
  const { publish, isPending } = usePublish(article)
  return (
    <Notice
      label="Schedule"
      text={`Readers see version ${shown}, as it was scheduled.`}
      warning={`Version ${article.version_number}, the newest, is not public.`}
    >
      <Button variant="primary" size="sm" isBusy={isPending} onClick={publish}>
        Publish the newest text
      </Button>
    </Notice>
  )
}

/** Sets or cancels the schedule of an article, with Undo. `refused` has the server's field errors. */
export function useSchedule(id: number) {
  const utils = api.useUtils()
  const articleChanged = useArticleChanged()
  const topic = `article ${id}`
  const onMutate = () => ({ before: utils.articles.get.getData({ id }) })

  const announce =
    (titleOf: (article: AdminArticle) => string, describe: (article: AdminArticle) => string | undefined) =>
    (article: AdminArticle, _input: object, { before }: { before: AdminArticle | undefined }) => {
      articleChanged(article)
      const undo = before && (() => takeBack(before))
      notify({ title: titleOf(article), description: describe(article), topic, undo })
    }
  const set = api.schedules.set.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to schedule article' } },
    onMutate,
    onSuccess: announce(
      ({ kind }) => `${NOUNS[kind]} scheduled successfully`,
      ({ scheduled_at, scheduled_version_number }) =>
        scheduled_at ? describeSchedule(scheduled_at, scheduled_version_number) : undefined,
    ),
  })
  const cancel = api.schedules.cancel.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to cancel the schedule' } },
    onMutate,
    onSuccess: announce(
      () => 'Schedule cancelled',
      () => 'It stays a draft.',
    ),
  })
  /** Restores the previous schedule, or none. */
  function takeBack({ scheduled_at, scheduled_version_number }: AdminArticle) {
    if (scheduled_at === null) return cancel.mutate({ id })
    set.mutate({ id, publish_at: scheduled_at, version_number: scheduled_version_number ?? undefined })
  }

  return {
    /** Without a version number, the newest version at that time is published. */
    schedule: (publish_at: string, version_number?: number, onDone?: () => void) =>
      set.mutate({ id, publish_at, version_number }, { onSuccess: onDone }),
    cancel: () => cancel.mutate({ id }),
    refused: set.error?.data?.fields,
    isPending: set.isPending || cancel.isPending,
  }
}
