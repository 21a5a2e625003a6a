import type { AnalyticsOverview, UncountedReason } from '@nightdesk/contracts'
import { formatNumber } from '../../../format.ts'
import { Card } from '../../../ui/card.tsx'

const REASONS: Record<UncountedReason, { name: string; meaning: string }> = {
  bot: { name: 'Robots', meaning: 'named themselves so, or sent no name at all' },
  prefetch: { name: 'Fetched ahead', meaning: 'loaded by a browser before anybody looked' },
  limited: { name: 'Over the limit', meaning: 'too many from one network in a minute' },
  opted_out: { name: 'Opted out', meaning: 'asked not to be counted (GPC or Do Not Track)' },
  unknown_article: { name: 'No such article', meaning: 'a draft, or one that is not there' },
}

type OutcomesProps = { counted: number } & Pick<AnalyticsOverview, 'uncounted'>

/** Every view attempt has one outcome: counted, or not counted with a reason. */
export function Outcomes({ counted, uncounted }: OutcomesProps) {
  const uncountedAttempts = uncounted.reduce((sum, { attempts }) => sum + attempts, 0)
  return (
    <Card title="Counted and not counted">
      <p className="mb-3 text-muted">
        {formatNumber(counted + uncountedAttempts)} attempts: {formatNumber(counted)} counted,{' '}
        {formatNumber(uncountedAttempts)} not.
      </p>
      <dl className="divide-y divide-line">
        {uncounted.map(({ reason, attempts }) => (
          <div key={reason} className="flex items-center justify-between gap-4 py-2">
            <dt className="min-w-0">
              <span className="block font-medium">{REASONS[reason].name}</span>
              <span className="block text-xs text-muted">{REASONS[reason].meaning}</span>
            </dt>
            <dd className="tabular-nums">{formatNumber(attempts)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
