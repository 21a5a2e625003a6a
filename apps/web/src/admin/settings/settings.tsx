import { ROLES, type Role } from '@nightdesk/contracts'
import { formatBytes } from '@nightdesk/contracts/files'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { type ApiError, api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card, StatCard } from '../../ui/card.tsx'
import { Meter } from '../../ui/meter.tsx'
import { ErrorState, Loading, Skeleton } from '../../ui/states.tsx'
import { useMinimumPending } from '../../ui/use-minimum-pending.ts'
import { notify } from '../notify.ts'
import { Loaded } from '../screen/loaded.tsx'
import { Page, useRestoredFocus } from '../screen/page.tsx'
import { WorkerManagement } from './jobs.tsx'
import { SystemStatus, useSystemStatus } from './system-status.tsx'

export function Settings() {
  return (
    <Page title="Settings" intro="Manage your blog settings and view system information.">
      <Sections />
    </Page>
  )
}

function Sections() {
  const status = useSystemStatus()
  const disk = useDiskSpace()
  useScrollToHash(!status.isPending && !disk.isPending)
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-[12rem_minmax(0,1fr)]">
      <Categories />
      <div className="flex min-w-0 flex-col gap-5">
        <SystemStatus />
        <StorageManagement />
        <WorkerManagement />
        <SecondFactorRoles />
        <Card title="General Settings">
          <p className="text-muted">General settings will be implemented in a future update.</p>
          <Link to={paths.admin.site} className={`${buttonClass({ size: 'sm' })} mt-3`}>
            Open the site: its name, look and menu
          </Link>
        </Card>
        <Card title="Security Settings">
          <p className="text-muted">Security settings will be implemented in a future update.</p>
          <Link to={paths.admin.audit} className={`${buttonClass({ size: 'sm' })} mt-3`}>
            Open the audit log
          </Link>
        </Card>
      </div>
    </div>
  )
}

/** Sections grow when their data is loaded, so scroll to the hash again. */
function useScrollToHash(isSettled: boolean) {
  const location = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    const section = location.hash && document.getElementById(location.hash.slice(1))
    if (section) section.scrollIntoView({ behavior: isCalm ? 'instant' : 'smooth' })
  }, [location, isSettled])
}

const sections = [
  { label: 'System Status', hash: '#system-status' },
  { label: 'Worker Management', hash: '#worker-management' },
  { label: 'Storage Management', hash: '#storage-management' },
]

/** Entries without a target in the specification are plain text instead of dead links. */
const plain = ['User Profile', 'Security']

const entry = 'flex h-8 items-center rounded-control border border-transparent px-2.5'

function Categories() {
  const { hash: current } = useLocation()
  return (
    <nav aria-label="Settings" className="-mx-2.5 self-start lg:sticky lg:top-20">
      <ul className="flex flex-wrap gap-1 lg:flex-col">
        {sections.map(({ label, hash }) => (
          <li key={hash}>
            <Link
              to={hash}
              preventScrollReset
              aria-current={hash === current ? 'location' : undefined}
              className={`${entry} text-ink-2 hover:text-ink aria-[current]:border-line aria-[current]:bg-surface aria-[current]:font-medium aria-[current]:text-ink`}
            >
              {label}
            </Link>
          </li>
        ))}
        {plain.map((label) => (
          <li key={label} className={`${entry} text-muted`}>
            {label}
          </li>
        ))}
      </ul>
    </nav>
  )
}

const LABELS: Record<Role, string> = { admin: 'Admins', editor: 'Editors', author: 'Authors' }

function SecondFactorRoles() {
  const chosen = api.secondFactors.roles.useQuery({})
  return (
    <Card id="second-factor" title="Second Factor">
      <p className="mb-3 max-w-prose text-ink-2">
        Members of these roles must have a passkey or an authenticator app. Those who have none set one up
        with their next click, before anything else.
      </p>
      <Loaded query={chosen} loading="Loading roles...">
        {({ roles }) => <RoleChoice roles={roles} />}
      </Loaded>
    </Card>
  )
}

/** A choice is shown at once, and taken back when it cannot be saved. */
function RoleChoice({ roles: saved }: { roles: Role[] }) {
  const utils = api.useUtils()
  const { mutate, isPending, variables } = useMutation({
    // Of the newest choice, which may be somebody else’s.
    mutationFn: async ({ role, isOn }: { role: Role; isOn: boolean }) => {
      const { roles } = await utils.client.secondFactors.roles.query({})
      return utils.client.secondFactors.setRoles.mutate({ roles: withRole(roles, role, isOn) })
    },
    meta: { failure: 'Failed to change who needs a second factor' },
    onSuccess: (answer) => {
      utils.secondFactors.roles.setData({}, answer)
      utils.secondFactors.invalidate()
      notify({
        title: 'Success',
        description: describe(answer.roles),
        topic: 'second factor',
      })
    },
  })
  const roles = isPending ? withRole(saved, variables.role, variables.isOn) : saved
  return (
    <fieldset className="flex flex-wrap gap-x-6 gap-y-2" aria-busy={isPending || undefined}>
      <legend className="sr-only">Roles that must have a second factor</legend>
      {ROLES.map((role) => (
        <label key={role} className="flex items-center gap-2 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="size-4 accent-(--primary)"
            checked={roles.includes(role)}
            onChange={({ target }) => !isPending && mutate({ role, isOn: target.checked })}
          />
          {LABELS[role]}
        </label>
      ))}
    </fieldset>
  )
}

const withRole = (roles: Role[], role: Role, isOn: boolean) =>
  ROLES.filter((one) => (one === role ? isOn : roles.includes(one)))

const describe = (roles: Role[]) =>
  roles.length === 0
    ? 'Nobody has to have a second factor'
    : `${roles.map((role) => LABELS[role]).join(', ')} must have a second factor`

function StorageManagement() {
  const disk = useDiskSpace()
  const isLoading = useMinimumPending(disk.isPending)
  // The button that tries again is removed at once.
  useRestoredFocus(disk.isError ? 'failed' : undefined)
  const refresh = (
    <Button size="sm" isBusy={disk.isFetching} onClick={() => disk.refetch()}>
      Refresh
    </Button>
  )
  return (
    <Card id="storage-management" title="Storage Management" actions={refresh}>
      {isLoading && <LoadingDisk />}
      {disk.isError && (
        <ErrorState
          message={`Failed to load disk space information: ${reasonOf(disk.error)}`}
          reference={disk.error.data?.request_id}
          onRetry={() => disk.refetch()}
        />
      )}
      {disk.data && !isLoading && <DiskUsage {...disk.data} />}
    </Card>
  )
}

/** The server's message; without one, the text of the specification. */
const reasonOf = ({ data, message }: Pick<ApiError, 'data' | 'message'>) =>
  (data && message) || 'Failed to fetch disk space information'

function LoadingDisk() {
  return (
    <Loading label="Loading disk space...">
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-2 w-full" />
      <div className="grid grid-cols-1 gap-3 sm:max-md:grid-cols-3 lg:grid-cols-3">
        <Skeleton count={3} className="h-[86px]" />
      </div>
    </Loading>
  )
}

const useDiskSpace = () => api.system.diskSpace.useQuery({})

function DiskUsage({ total, available }: { total: number; available: number }) {
  const used = total - available
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <p className="flex flex-wrap justify-between gap-2">
          <span className="font-medium">Disk Usage</span>
          <span>
            {formatBytes(used)} of {formatBytes(total)}
          </span>
        </p>
        <Meter label="Disk Usage" value={total > 0 ? (used / total) * 100 : 0} normal="green" />
      </div>
      <dl className="grid grid-cols-1 gap-3 sm:max-md:grid-cols-3 lg:grid-cols-3">
        <StatCard label="Total Space" value={formatBytes(total)} />
        <StatCard label="Used Space" value={formatBytes(used)} />
        <StatCard label="Available Space" value={formatBytes(available)} />
      </dl>
    </div>
  )
}
