import type { Import } from '@nightdesk/contracts'
import { useNavigate } from 'react-router'
import { api } from '../../../api.ts'
import { paths } from '../../../paths.ts'
import { notify } from '../../notify.ts'
import { FAST_POLL_MS, LIVE_POLL_MS } from '../../polling.ts'
import { useCurrentUser } from '../../screen/current-user.ts'
import { focusHeading } from '../../screen/focus/focus-heading.ts'
import { isUnderWay } from '../use-imports.ts'

/** An import, refetched while something happens to it. Only admins ask for it, as a refusal would end the session. */
export function useImport(id: number) {
  const { data: user, failureCount } = useCurrentUser()
  return api.imports.get.useQuery(
    { id },
    {
      enabled: user ? user.role === 'admin' : failureCount > 0,
      refetchInterval: ({ state }) => state.data !== undefined && pauseOf(state.data),
    },
  )
}

function pauseOf(shown: Import): number | false {
  if (isUnderWay(shown)) return FAST_POLL_MS
  return shown.waiting_for_pictures > 0 ? LIVE_POLL_MS : false
}

/** Starts, undoes and removes an import. The pressed button disappears, so the heading is focused. */
export function useImportActions(id: number) {
  const navigate = useNavigate()
  const { imports } = api.useUtils()
  const onSuccess = (changed: Import) => {
    imports.get.setData({ id }, (old) => old && { ...old, ...changed })
    focusHeading()
  }
  const onSettled = () => void imports.invalidate()
  const start = api.imports.start.useMutation({
    meta: { failure: { title: 'Failed to start the import' } },
    onSuccess,
    onSettled,
  })
  const undo = api.imports.undo.useMutation({
    meta: { failure: { title: 'Failed to undo the import' } },
    onSuccess,
    onSettled,
  })
  const remove = api.imports.remove.useMutation({
    meta: { failure: { title: 'Failed to remove the import' } },
    async onSuccess() {
      notify({ kind: 'success', title: 'Import removed' })
      await navigate(paths.admin.imports)
      void imports.list.invalidate()
    },
  })
  return { start, undo, remove }
}
