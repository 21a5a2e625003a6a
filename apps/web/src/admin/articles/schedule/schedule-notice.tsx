import type { AdminArticle } from '@nightdesk/contracts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../detail/notice.tsx'
import { usePublish } from '../detail/use-publish.ts'
import { describeSchedule } from './describe-schedule.ts'
import { zoneAt } from './local-time.ts'
import { focusScheduleButton } from './schedule-button.tsx'
import { useSchedule } from './use-schedule.ts'

/** Says when a draft is published, and warns when readers get an older version than the newest. */
export function ScheduleNotice({ article }: { article: AdminArticle }) {
  if (article.scheduled_at) return <Scheduled article={article} at={article.scheduled_at} />
  const { published_version_number: shown, version_number: newest } = article
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
        <Button size="sm" isBusy={isPending} onClick={() => schedule(at)}>
          Schedule the newest text instead
        </Button>
      )}
      <Button size="sm" variant="secondary" isBusy={isPending} onClick={cancelHere}>
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
      <Button size="sm" isBusy={isPending} onClick={publish}>
        Publish the newest text
      </Button>
    </Notice>
  )
}
