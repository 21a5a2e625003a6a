import type { Check } from '@nightdesk/contracts'
import { api } from '../../api.ts'
import { Badge } from '../../ui/badge.tsx'
import { POLL_MS } from '../polling.ts'

const questions: Record<Check['name'], string> = {
  worker: 'A worker process is running',
  jobs: 'No job has failed',
  queue: 'Jobs do not wait for long',
  database: 'The database can be reached',
  storage: 'The file storage can be written to and read',
  policy: 'No page has broken its security policy',
  clock: 'The clocks of server, workers and database agree',
  proxy: 'The addresses of callers are known',
}

/** Checks for stuck background jobs. The server carries each out, and reports what it found. */
export function Troubleshooting() {
  const checks = api.system.checks.useQuery({}, { refetchInterval: POLL_MS })
  const seen = new Map(checks.data?.map((check) => [check.name, check]))
  return (
    <section>
      <h3 className="mb-2 font-medium">Troubleshooting</h3>
      <ul className="flex flex-col gap-2">
        {Object.entries(questions).map(([key, question]) => {
          const check = seen.get(key as Check['name']) // `questions` is keyed by the names of the checks
          return (
            <li key={key} className="flex items-center justify-between gap-3">
              <span className="min-w-0">
                {question}
                {check && <span className="block text-xs wrap-anywhere text-muted">{check.detail}</span>}
              </span>
              <Answer isFine={check?.is_fine} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Undefined while it is loading. */
function Answer({ isFine }: { isFine: boolean | undefined }) {
  if (isFine === undefined) return <Badge tone="neutral">Unknown</Badge>
  return isFine ? <Badge tone="success">Yes</Badge> : <Badge tone="danger">No</Badge>
}
