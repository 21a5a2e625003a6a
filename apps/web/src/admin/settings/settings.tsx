import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../screen/page.tsx'
import { Categories } from './categories.tsx'
import { SecondFactorRoles } from './second-factor-roles.tsx'
import { StorageManagement, useDiskSpace } from './storage-management.tsx'
import { SystemStatus } from './system-status.tsx'
import { useSystemStatus } from './use-system-status.ts'
import { WorkerManagement } from './worker-management.tsx'

export function Settings() {
  return (
    <Page title="Settings" intro="Manage your blog settings and view system information." onlyFor="admins">
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
        </Card>
        <Card title="Security Settings">
          <p className="text-muted">Security settings will be implemented in a future update.</p>
          <Link
            to={paths.admin.audit}
            className={`${buttonClass({ variant: 'secondary', size: 'sm' })} mt-3`}
          >
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
