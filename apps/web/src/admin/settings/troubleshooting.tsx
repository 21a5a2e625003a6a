import { WORK_CHECKS } from '@nightdesk/contracts'
import { api } from '../../api.ts'
import { POLL_MS } from '../polling.ts'
import { CheckItem } from './checks/check-item.tsx'

/** Checks for stuck background jobs. The server carries each out, and reports what it found. */
export function Troubleshooting() {
  const checks = api.system.checks.useQuery({ scope: 'work' }, { refetchInterval: POLL_MS })
  const seen = new Map(checks.data?.map((check) => [check.name, check]))
  return (
    <section>
      <h3 className="mb-2 font-medium">Troubleshooting</h3>
      <ul className="flex flex-col gap-2">
        {WORK_CHECKS.map((name) => (
          <CheckItem key={name} name={name} check={seen.get(name)} />
        ))}
      </ul>
    </section>
  )
}
