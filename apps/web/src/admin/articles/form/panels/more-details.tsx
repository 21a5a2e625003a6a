import type { AdminArticle } from '@nightdesk/contracts'
import type { ReactNode } from 'react'
import { Corrections } from '../../corrections/corrections.tsx'
import { ShareLinks } from '../../preview/share-links.tsx'
import { ScheduleButton } from '../../schedule/schedule-button.tsx'
import { ScheduleNotice } from '../../schedule/schedule-notice.tsx'

/** The details of an article besides its fields, each with actions of its own. */
export function MoreDetails({ article }: { article: AdminArticle }) {
  return (
    <>
      {article.state === 'draft' && (
        <Section title="Schedule">
          {article.scheduled_at ? <ScheduleNotice article={article} /> : 'Not scheduled.'}
          <ScheduleButton article={article} />
        </Section>
      )}
      <Section title="Preview links">
        <div className="flex flex-col gap-4 self-stretch">
          <ShareLinks articleId={article.id} />
        </div>
      </Section>
      {article.state === 'published' && <Corrections articleId={article.id} />}
    </>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col items-start gap-2">
    <h3 className="text-sm font-medium">{title}</h3>
    {children}
  </section>
)
