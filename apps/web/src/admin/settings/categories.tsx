import { Link, useLocation } from 'react-router'

const sections = [
  { label: 'System Status', hash: '#system-status' },
  { label: 'Worker Management', hash: '#worker-management' },
  { label: 'Storage Management', hash: '#storage-management' },
]

/** Entries without a target in the specification are plain text instead of dead links. */
const plain = ['User Profile', 'Security']

const entry = 'flex h-8 items-center rounded-control border border-transparent px-2.5'

export function Categories() {
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
