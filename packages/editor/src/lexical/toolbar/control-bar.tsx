import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { useLexicalSubscription } from '@lexical/react/useLexicalSubscription'
import { COMMAND_PRIORITY_EDITOR } from 'lexical'
import { Suspense, useEffect, useState } from 'react'
import { ControlPanels } from '../lazy/lazy-components.ts'
import { $canOpenLink, OPEN_LINK_COMMAND } from '../link/open-link.ts'
import type { SearchArticles } from '../link/use-suggestions.ts'
import { CHOOSE_IMAGES_COMMAND } from '../uploads/commands.ts'
import { ImageUploads, type ImageUploadsProps } from '../uploads/image-uploads.tsx'
import { subscribeToSelection } from './selection-state.ts'
import { Toolbar } from './toolbar.tsx'

interface ControlBarProps extends ImageUploadsProps {
  searchArticles: SearchArticles | undefined
}

/** The toolbar, and below it what the selection or a press of a control asks for. */
export function ControlBar({ searchArticles, ...uploads }: ControlBarProps) {
  const [editor] = useLexicalComposerContext()
  const selection = useLexicalSubscription(subscribeToSelection)
  const [isLinkOpen, setLinkOpen] = useState(false)
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
        isLinkOpen={isLinkOpen}
        onLink={() => setLinkOpen(!isLinkOpen)}
        onImage={() => editor.dispatchCommand(CHOOSE_IMAGES_COMMAND, undefined)}
      />
      <Suspense fallback={null}>
        <ControlPanels
          selection={selection}
          searchArticles={searchArticles}
          isLinkOpen={isLinkOpen}
          onLinkClose={() => setLinkOpen(false)}
        />
      </Suspense>
      {/* From the start: a press of Image must open the browser’s window at once, or it never will. */}
      <ImageUploads {...uploads} />
    </div>
  )
}
