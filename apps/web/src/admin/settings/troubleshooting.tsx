import { Badge } from '../../ui/badge.tsx'
import { isRunning } from '../analytics/worker-tone.ts'
import { useSystemStatus } from './use-system-status.ts'

/** What to look at when background work stands still, with the answer beside it. */
export function Troubleshooting() {
  const { data } = useSystemStatus()
  const checks = [
    {
      question: 'A worker process is running',
      isFine: data?.workers.workers.some(({ status }) => isRunning(status)),
    },
    {
      question: 'No worker reports an error',
      isFine: data?.workers.workers.every(({ error_message }) => !error_message),
    },
    { question: 'The database can be reached', isFine: data && data.database.status === 'connected' },
    { question: 'The file storage can be reached', isFine: data && data.s3.status === 'connected' },
  ]
  return (
    <section>
      <h3 className="mb-2 font-medium">Troubleshooting</h3>
      <ul className="flex flex-col gap-2">
        {checks.map(({ question, isFine }) => (
          <li key={question} className="flex items-center justify-between gap-3">
            {question}
            <Answer isFine={isFine} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Undefined: not known yet. */
function Answer({ isFine }: { isFine: boolean | undefined }) {
  if (isFine === undefined) return <Badge tone="neutral">Unknown</Badge>
  return isFine ? <Badge tone="success">Yes</Badge> : <Badge tone="danger">No</Badge>
}
