import { Card } from '../../ui/card.tsx'

const DEFINITIONS = [
  ['Views', 'Times an article was opened, and counted.'],
  ['Visitors', 'Different browsers that opened an article in the period. Nobody is counted twice.'],
  ['In the last 5 minutes', 'Visitors of just now, whatever the period. The figure follows by itself.'],
  ['Returning', 'Of those visitors, the part that was also here on an earlier day.'],
  ['All-time readers', 'Different visitors who ever opened that article, whatever the period.'],
  ['By the desk', 'Views by people who were signed in. They are counted, and shown apart.'],
  ['Periods', 'Today, or the last days with today as the last of them. Days begin in the site’s time zone.'],
]

/** Definitions of the figures on this screen. */
export function Definitions() {
  return (
    <Card title="What is counted">
      <dl className="flex flex-col gap-2.5">
        {DEFINITIONS.map(([name, meaning]) => (
          <div key={name}>
            <dt className="font-medium">{name}</dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
