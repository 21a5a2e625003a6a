import { Link } from 'react-router'

const sections = [
  { label: 'System Status', hash: '#system-status' },
  { label: 'Worker Management', hash: '#worker-management' },
  { label: 'Storage Management', hash: '#storage-management' },
]

/** The entries the specification sends nowhere are text, not dead links. */
const plain = ['User Profile', 'Security']

export function Categories() {
  return (
    <nav aria-label="Settings" className="self-start lg:sticky lg:top-20">
      <ul className="flex flex-wrap gap-x-4 gap-y-2 lg:flex-col">
        {sections.map(({ label, hash }) => (
          <li key={hash}>
            <Link to={hash} preventScrollReset className="text-ink-2 hover:text-ink hover:underline">
              {label}
            </Link>
          </li>
        ))}
        {plain.map((label) => (
          <li key={label} className="text-muted">
            {label}
          </li>
        ))}
      </ul>
    </nav>
  )
}
