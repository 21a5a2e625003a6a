import { Link } from 'react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { useRole } from '../screen/current-user.ts'
import { Page } from '../screen/page.tsx'
import { UserTable } from './user-table.tsx'

export function Users() {
  const newUser = useRole() === 'admin' && (
    <Link to={paths.admin.newUser} className={buttonClass()}>
      New User
    </Link>
  )
  return (
    <Page title="Users" actions={newUser} onlyFor="admins">
      <UserList />
    </Page>
  )
}

const FAILED = 'Failed to load users. Please try again later.'

function UserList() {
  const users = api.users.list.useQuery({}, { meta: { failure: { title: 'Error', description: FAILED } } })
  if (!users.data) {
    if (users.isPending) return <Loading label="Loading users..." lines={5} />
    return (
      <ErrorState message={FAILED} reference={users.error.data?.request_id} onRetry={() => users.refetch()} />
    )
  }
  if (users.data.length === 0) return <EmptyState title="No users found" />
  return <UserTable users={users.data} />
}
