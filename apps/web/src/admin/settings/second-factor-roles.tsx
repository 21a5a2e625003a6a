import { ROLES, type Role } from '@nightdesk/contracts'
import { api, explain } from '../../api.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { notify } from '../notify.ts'

const LABELS: Record<Role, string> = { admin: 'Admins', editor: 'Editors', author: 'Authors' }

/** The roles that must have a second factor. */
export function SecondFactorRoles() {
  const chosen = api.secondFactors.roles.useQuery({})
  return (
    <Card id="second-factor" title="Second Factor">
      <p className="mb-3 max-w-prose text-ink-2">
        Members of these roles must have a passkey or an authenticator app. Those who have none set one up
        with their next click, before anything else.
      </p>
      {chosen.isPending && <Loading label="Loading roles..." />}
      {chosen.isError && <ErrorState message={explain(chosen.error)} onRetry={() => chosen.refetch()} />}
      {chosen.data && <Choice roles={chosen.data.roles} />}
    </Card>
  )
}

function Choice({ roles: saved }: { roles: Role[] }) {
  const { roles, choose, isPending } = useRoles(saved)
  const toggle = (role: Role) =>
    choose(roles.includes(role) ? roles.filter((one) => one !== role) : [...roles, role])
  return (
    <fieldset className="flex flex-wrap gap-x-6 gap-y-2" aria-busy={isPending || undefined}>
      <legend className="sr-only">Roles that must have a second factor</legend>
      {ROLES.map((role) => (
        <label key={role} className="flex items-center gap-2 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="size-4 accent-(--primary)"
            checked={roles.includes(role)}
            onChange={() => !isPending && toggle(role)}
          />
          {LABELS[role]}
        </label>
      ))}
    </fieldset>
  )
}

/** The chosen roles. A choice is shown at once, and taken back when it cannot be saved. */
function useRoles(saved: Role[]) {
  const utils = api.useUtils()
  const { mutate, isPending, variables } = api.secondFactors.setRoles.useMutation({
    meta: { failure: { title: 'Failed to change who needs a second factor' } },
    onSuccess: (answer) => {
      utils.secondFactors.roles.setData({}, answer)
      notify({
        kind: 'success',
        title: 'Success',
        description: describe(answer.roles),
        topic: 'second factor',
      })
    },
  })
  const roles = isPending ? variables.roles : saved
  return { roles, choose: (chosen: Role[]) => mutate({ roles: chosen }), isPending }
}

const describe = (roles: Role[]) =>
  roles.length === 0
    ? 'Nobody has to have a second factor'
    : `${roles.map((role) => LABELS[role]).join(', ')} must have a second factor`
