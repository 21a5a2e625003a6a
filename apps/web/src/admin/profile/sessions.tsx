import type { Session } from '@nightdesk/contracts'
import { api, explain } from '../../api.ts'
import { formatDateTime } from '../../format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { notify } from '../notify.ts'
import { focusHeading } from '../screen/focus/focus-heading.ts'

/** The user's sessions, each with a button to end it. */
export function Sessions() {
  const sessions = api.profile.sessions.useQuery({})
  const { endOne, endOthers, isPending } = useEndSessions()
  const hasOthers = sessions.data?.some(({ is_current }) => !is_current)
  const endAll = hasOthers && (
    <Button variant="secondary" isBusy={isPending} onClick={endOthers}>
      End All Others
    </Button>
  )
  return (
    <Card id="sessions" title="Sessions" actions={endAll}>
      {sessions.isPending && <Loading label="Loading sessions..." />}
      {sessions.isError && (
        <ErrorState message={explain(sessions.error)} onRetry={() => sessions.refetch()} />
      )}
      <ul className="divide-y divide-line">
        {sessions.data?.map((session) => (
          <Row key={session.id} session={session} isPending={isPending} onEnd={() => endOne(session.id)} />
        ))}
      </ul>
    </Card>
  )
}

interface RowProps {
  session: Session
  isPending: boolean
  onEnd(): void
}

function Row({ session, isPending, onEnd }: RowProps) {
  const { network, is_this_network, created_at, last_seen_at, is_current } = session
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="font-medium">{deviceOf(session)}</span>{' '}
          <span className="text-ink-2">
            {is_this_network ? 'on this network' : 'on another network'} ({network})
          </span>
        </p>
        <p className="text-xs text-muted">
          Signed in {formatDateTime(created_at)} · last used {formatDateTime(last_seen_at)}
        </p>
      </div>
      {is_current ? (
        <Badge tone="success">This one</Badge>
      ) : (
        <Button size="sm" variant="secondary" isBusy={isPending} onClick={onEnd}>
          End
        </Button>
      )}
    </li>
  )
}

/** Names that the server uses for unknown browsers and systems. */
const NAMELESS = ['Other', 'Unknown']

/** Such as “Firefox on Windows”. */
function deviceOf({ browser, system }: Session): string {
  const name = NAMELESS.includes(browser) ? 'Unknown browser' : browser
  return NAMELESS.includes(system) ? name : `${name} on ${system}`
}

function useEndSessions() {
  const utils = api.useUtils()
  const ended = (description: string) => {
    focusHeading() // the button is removed with its session
    utils.profile.sessions.invalidate()
    notify({ kind: 'success', title: 'Success', description })
  }
  const meta = { failure: { title: 'Failed to end the session' } }
  const one = api.profile.endSession.useMutation({ meta, onSuccess: () => ended('Session ended') })
  const others = api.profile.endOtherSessions.useMutation({
    meta,
    onSuccess: () => ended('All other sessions ended'),
  })
  return {
    endOne: (id: number) => one.mutate({ id }),
    endOthers: () => others.mutate({}),
    isPending: one.isPending || others.isPending,
  }
}
