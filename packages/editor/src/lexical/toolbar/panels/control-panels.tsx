import type { ControlGroup } from '../../controls/controls.ts'
import type { SelectionState } from '../../controls/selection-state.ts'
import type { Controls } from '../../controls/use-controls.ts'
import { LinkForm } from '../../link/link-form.tsx'
import type { SearchArticles } from '../../link/use-suggestions.ts'
import { CodeLanguage } from './code-language.tsx'
import { ControlMenu } from './control-menu.tsx'

interface ControlPanelsProps {
  selection: SelectionState
  searchArticles: SearchArticles | undefined
  isLinkOpen: boolean
  onLinkClose: () => void
  controls: Controls
  openMenu: ControlGroup | null
  onMenuClose: () => void
}

/** Below the toolbar: the open menu, the URL of a link, the language of a code block. */
export function ControlPanels({
  selection,
  searchArticles,
  isLinkOpen,
  onLinkClose,
  controls,
  openMenu,
  onMenuClose,
}: ControlPanelsProps) {
  return (
    <>
      {openMenu && (
        <ControlMenu
          key={openMenu.name}
          group={openMenu}
          selection={selection}
          controls={controls}
          onClose={onMenuClose}
        />
      )}
      {isLinkOpen && (
        <LinkForm current={selection.link} searchArticles={searchArticles} onClose={onLinkClose} />
      )}
      {selection.language !== null && <CodeLanguage language={selection.language} />}
    </>
  )
}
