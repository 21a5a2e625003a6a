import { type Check, describeFaults } from '@nightdesk/contracts'
import { Badge } from '../../../ui/badge.tsx'
import { StatusBlock } from '../status-block.tsx'
import { CheckItem } from './check-item.tsx'

/** All checks of the site. Those that ask for something to be done come first; the others open on demand. */
export function ChecksBlock({ checks }: { checks: Check[] }) {
  const [todo, done] = [checks.filter(hasAdvice), checks.filter((check) => !hasAdvice(check))]
  const tone = checks.every(({ is_fine }) => is_fine) ? 'success' : 'danger'
  return (
    <StatusBlock isWide title="Checks" badge={<Badge tone={tone}>{describeFaults(checks)}</Badge>}>
      <CheckList checks={todo} />
      {done.length > 0 && (
        <details>
          <summary className="cursor-pointer text-muted">
            {todo.length === 0 ? `All ${done.length} checks` : `${done.length} more checks, all fine`}
          </summary>
          <CheckList checks={done} />
        </details>
      )}
    </StatusBlock>
  )
}

const hasAdvice = ({ advice }: Check) => advice !== null

function CheckList({ checks }: { checks: Check[] }) {
  if (checks.length === 0) return null
  return (
    <ul className="my-2 flex flex-col gap-3">
      {checks.map((check) => (
        <CheckItem key={check.name} name={check.name} check={check} />
      ))}
    </ul>
  )
}
