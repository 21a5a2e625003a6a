import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { lazy, Suspense } from 'react'
import type { ControlGroup } from '../../controls/controls.ts'
import type { SelectionState } from '../../controls/selection-state.ts'
import type { Controls } from '../../controls/use-controls.ts'
import { untilLoaded } from '../../lazy/until-loaded.ts'
import { LinkForm } from '../../link/link-form.tsx'
import type { SearchArticles } from '../../link/use-suggestions.ts'
import { CodeLanguage } from './code-language.tsx'
import { ControlMenu } from './control-menu.tsx'

// Loaded after the others, but before it is asked for: what is typed after its key must not be typed into the text.
const Find = lazy(async () => ({ default: (await untilLoaded(() => import('../../find/find.tsx'))).Find }))

interface ControlPanelsProps {
  selection: SelectionState
  searchArticles: SearchArticles | undefined
  isLinkOpen: boolean
  onLinkClose: () => void
  controls: Controls
  openMenu: ControlGroup | null
  onMenuClose: () => void
}

/** Below the toolbar: the open menu, the URL of a link, the language of a code block, the find bar. */
export function ControlPanels({
  selection,
  searchArticles,
  isLinkOpen,
  onLinkClose,
  controls,
  openMenu,
  onMenuClose,
}: ControlPanelsProps) {
  const [editor] = useLexicalComposerContext()
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
      <Suspense fallback={null}>
        <Find editor={editor} />
      </Suspense>
    </>
  )
}
