import type { AdminArticle } from '@nightdesk/contracts'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyPart, usePrefetch } from '../../screen/lazy.tsx'
import { useRestoredFocus } from '../../screen/page.tsx'
import { describeSchedule, usePublish } from '../article-actions.tsx'
import { announced, NOUNS, useArticleChanged } from '../article-changed.ts'
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
  const onSuccess = useArticleChanged()
  const set = api.schedules.set.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to schedule article' } },
    onSuccess,
  })
  const unset = api.schedules.cancel.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to cancel the schedule' } },
    onSuccess,
  })

  function change(call: Promise<AdminArticle>, noticeOf: Parameters<typeof announced>[1]) {
    const before = utils.articles.get.getData({ id })
    const undo = before && (() => takeBack(before))
    return announced(call, (article) => ({ ...noticeOf(article), undo }))
  }
  async function schedule(publish_at: string, version_number?: number, onDone?: () => void) {
    const call = set.mutateAsync({ id, publish_at, version_number })
    const scheduled = await change(call, ({ kind, scheduled_at, scheduled_version_number }) => ({
      title: `${NOUNS[kind]} scheduled successfully`,
      description: scheduled_at ? describeSchedule(scheduled_at, scheduled_version_number) : undefined,
    }))
    if (scheduled) onDone?.()
  }
  async function cancel() {
    await change(unset.mutateAsync({ id }), () => ({
      title: 'Schedule cancelled',
      description: 'It stays a draft.',
    }))
  }
  /** Restores the previous schedule, or none. */
  const takeBack = ({ scheduled_at, scheduled_version_number }: AdminArticle) =>
    scheduled_at === null ? cancel() : schedule(scheduled_at, scheduled_version_number ?? undefined)

  return {
    /** Without a version number, the newest version at that time is published. */
    schedule,
    cancel,
    refused: set.error?.data?.fields,
    isPending: set.isPending || unset.isPending,
  }
}
