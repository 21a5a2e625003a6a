import { useMatch, useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { useScreens } from '../navigation/screens.ts'
import { usePaletteKey } from '../palette/use-palette-key.ts'
import { useShortcuts } from '../shortcuts/shortcuts.tsx'
import { useRowKeys } from '../shortcuts/use-row-keys.ts'
import type { Overlay } from './overlays.tsx'

/** Shortcuts on all screens. */
export function useAdminKeys(onShow: (overlay: Overlay) => void) {
  const navigate = useNavigate()
  const shownId = useMatch('/admin/draft/:id')?.params.id
  const screens = useScreens().map(({ keys, to }) => [keys, () => navigate(to)] as const)
  usePaletteKey(() => onShow('palette'))
  useRowKeys()
  useShortcuts({
    ...Object.fromEntries(screens),
    c: () => navigate(paths.admin.newDraft),
    '/': () => focusSearch() || onShow('palette'),
    '?': () => onShow('help'),
    ...(shownId && { e: () => navigate(paths.admin.editDraft(Number(shownId))) }),
  })
}

/** Focuses the search field of the screen, if there is one. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  field?.focus()
  return field !== null
}
