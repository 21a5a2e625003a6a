import type { AdminArticle, Note } from '@nightdesk/contracts'
import { useRef, useState } from 'react'
import { formatCount, formatRecent } from '../../../format.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { MenuFrame, MenuGroup, MenuItem } from '../../../ui/menu.tsx'
import { useFocusMode } from '../../screen/focus-mode.ts'
import { usePublish } from '../article-actions.tsx'
import { isOpen } from '../notes/notes.tsx'
import { ChangesDialog } from '../saving/saving-dialogs.tsx'
import { useEditState, useWriting } from '../saving/writing-context.tsx'

interface MoreMenuProps {
  /** Undefined for a new text. */
  article?: AdminArticle
  notes?: readonly Note[]
  onToggleNotes?(): void
}

/** What a writer needs less often than the buttons beside it. */
export function MoreMenu({ article, notes = [], onToggleNotes = () => {} }: MoreMenuProps) {
  const { draftEditor, body, isNew } = useWriting()
  const { toggleFocus } = useFocusMode()
  const since = useEditState((state) => state.unpublished_since)
  const [isCompared, setCompared] = useState(false)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const goesToText = useRef(false)
  function goToText(choose: () => void) {
    goesToText.current = true
    choose()
    // The menu holds the focus until it is gone.
    setTimeout(() => body.current?.focus())
  }
  function returnToButton() {
    goesToText.current = false
  }
  return (
    <>
      <MenuFrame
        button={
          <Button ref={setButton} aria-label="More actions" className="w-8 px-0!" onClick={returnToButton}>
            <Icon name="more" className="size-4" />
          </Button>
        }
        align="end"
        isModal={false}
        returnsFocus={() => !isCompared && !goesToText.current}
      >
        <MenuItem onSelect={() => goToText(toggleFocus)}>Focus Mode</MenuItem>
        {notes.length > 0 && (
          <MenuItem onSelect={onToggleNotes}>{formatCount(notes.filter(isOpen).length, 'note')}</MenuItem>
        )}
        {article?.state === 'published' && <UnpublishItem article={article} />}
        {since !== null && (
          <MenuGroup label={`${isNew ? 'Begun' : 'Changes since'} ${formatRecent(since)}`}>
            {!isNew && <MenuItem onSelect={() => setCompared(true)}>Compare</MenuItem>}
            <MenuItem onSelect={() => goToText(draftEditor.discard)}>Discard</MenuItem>
          </MenuGroup>
        )}
      </MenuFrame>
      {isCompared && <ChangesDialog returnTo={button} onClose={() => setCompared(false)} />}
    </>
  )
}

function UnpublishItem({ article }: { article: AdminArticle }) {
  const { unpublish } = usePublish(article)
  return <MenuItem onSelect={unpublish}>Unpublish</MenuItem>
}
