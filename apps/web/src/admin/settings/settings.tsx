import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../screen/page.tsx'
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
