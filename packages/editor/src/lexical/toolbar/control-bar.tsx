import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useLexicalSubscription } from '@lexical/react/useLexicalSubscription'
import { COMMAND_PRIORITY_EDITOR } from 'lexical'
import { Suspense, useEffect, useState } from 'react'
import type { ControlGroup } from '../controls/controls.ts'
import { subscribeToSelection } from '../controls/selection-state.ts'
import { useControls } from '../controls/use-controls.ts'
import { ControlPanels, ImageUploads } from '../lazy/lazy-components.ts'
import { $canOpenLink, OPEN_LINK_COMMAND } from '../link/open-link.ts'
import type { SearchArticles } from '../link/use-suggestions.ts'
import { FileChooser } from '../uploads/file-chooser.tsx'
import type { ImageUploadsProps } from '../uploads/image-uploads.tsx'
import { Toolbar } from './toolbar.tsx'

interface ControlBarProps extends ImageUploadsProps {
  searchArticles: SearchArticles | undefined
}

/** The toolbar, and below it the panels for the selection or a pressed control. */
export function ControlBar({ searchArticles, ...uploads }: ControlBarProps) {
  const [editor] = useLexicalComposerContext()
  const selection = useLexicalSubscription(subscribeToSelection)
  const [isLinkOpen, setLinkOpen] = useState(false)
  const [openMenu, setOpenMenu] = useState<ControlGroup | null>(null)
  const controls = useControls(selection, () => setLinkOpen(!isLinkOpen))
  useEffect(() => {
    const open = () => {
      const isMeant = $canOpenLink()
      if (isMeant) setLinkOpen(true)
      return isMeant
    }
    return editor.registerCommand(OPEN_LINK_COMMAND, open, COMMAND_PRIORITY_EDITOR)
  }, [editor])
  return (
    <div className="editor-controls">
      <Toolbar
        selection={selection}
        controls={controls}
        isLinkOpen={isLinkOpen}
        openMenu={openMenu}
        onMenu={(group) => setOpenMenu(group === openMenu ? null : group)}
      />
      <Suspense fallback={null}>
        <ControlPanels
          selection={selection}
          searchArticles={searchArticles}
          isLinkOpen={isLinkOpen}
          onLinkClose={() => setLinkOpen(false)}
          controls={controls}
          openMenu={openMenu}
          onMenuClose={() => setOpenMenu(null)}
        />
        <ImageUploads {...uploads} />
      </Suspense>
      <FileChooser />
    </div>
  )
}
