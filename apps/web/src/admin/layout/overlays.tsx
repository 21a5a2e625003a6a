import { lazy } from 'react'
import { useTypeAhead } from '../palette/palette-keys.ts'
import { LazyBoundary } from '../screen/lazy.tsx'

/** A layer over the screen; only one is open at a time. */
export type Overlay = 'palette' | 'help'

const loadPalette = () => import('../palette/palette.tsx')
const loadHelp = () => import('../shortcuts/help-sheet.tsx')

const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
const HelpSheet = lazy(async () => ({ default: (await loadHelp()).HelpSheet }))

/** Loads the palette’s code before it is needed. */
export const preloadPalette = () => void loadPalette()

interface OverlaysProps {
  shown: Overlay | null
  onShow(overlay: Overlay | null): void
}

export function Overlays({ shown, onShow }: OverlaysProps) {
  const close = () => onShow(null)
  const takeTyped = useTypeAhead(shown === 'palette', close)
  return (
    <LazyBoundary
      key={shown}
      name={shown === 'palette' ? 'The command palette' : 'The help'}
      onFailed={close}
    >
      {shown === 'palette' && <Palette takeTyped={takeTyped} onClose={close} onHelp={() => onShow('help')} />}
      {shown === 'help' && <HelpSheet onClose={close} />}
    </LazyBoundary>
  )
}
