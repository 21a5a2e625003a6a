import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { paths } from '../../paths.ts'
import { useNotify } from '../notify.ts'
import { clearSession } from './session.ts'

/** Signs out. The browser forgets the session even when the server cannot be told. */
export function useSignOut() {
  const notify = useNotify()
  const navigate = useNavigate()
  const logout = api.auth.logout.useMutation({
    onSettled: () => {
      clearSession()
      notify({ kind: 'success', title: 'Signed out', description: 'You have been successfully logged out' })
      navigate(paths.admin.login)
    },
  })
  return () => logout.mutate({})
}
