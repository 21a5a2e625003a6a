import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { useSignOut } from '../auth/use-sign-out.ts'

export function TopBar() {
  const signOut = useSignOut()
  return (
    <header className="top-bar sticky top-0 z-10 flex h-13 items-center justify-end gap-2 border-b border-line bg-bg px-4 sm:px-6">
      <a href={paths.home()} className={buttonClass({ variant: 'secondary' })}>
        View Site
      </a>
      <Button variant="secondary" onClick={signOut}>
        Sign Out
      </Button>
      <Link to={paths.admin.newDraft} className={buttonClass()}>
        New Article
      </Link>
    </header>
  )
}
