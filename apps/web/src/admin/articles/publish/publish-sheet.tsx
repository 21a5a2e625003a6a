import { type AdminArticle, publicPath } from '@nightdesk/contracts'
import { type CopyMark, editorPlace } from '@nightdesk/editor'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { api } from '../../../api.ts'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/dialog.tsx'
import { Segments } from '../../../ui/segments.tsx'
import { NewTabLink } from '../../screen/button-link.tsx'
import { focusHeading } from '../../screen/page.tsx'
import { ScheduledBadge } from '../../screen/state-badge.tsx'
import { MAIN_KEY } from '../../shortcuts/shortcuts.tsx'
import { usePublish } from '../article-actions.tsx'
import { saveBeforePublishing, useIsLeft, useIsUnpublished, useWriting } from '../saving/writing-context.tsx'
import { MarkList } from './mark-list.tsx'
import { PreviewDialog } from './preview.tsx'
import { ProofPane } from './proof-pane.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { type Marks, useMarks } from './use-marks.ts'

export interface PublishSheetProps {
  article: AdminArticle
  /** Shows the text, or the panel with excerpt and featured image. */
  showPlace(isInDetails: boolean): void
  onClose(): void
}

type Pane = 'marks' | 'proof'

/** The last look before a text is public: what readers will get, and what a copy editor would mark. */
export function PublishSheet(props: PublishSheetProps) {
  const { article, onClose } = props
  const marks = useMarks(article)
  const [pane, setPane] = useState<Pane>(marks.marks.length > 0 ? 'marks' : 'proof')
  const publishButton = useRef<HTMLButtonElement>(null)
  const panes = useRef<HTMLDivElement>(null)
  const { leaveFor, isLeaving } = useLeaving(onClose)
  const goTo = useGoTo(props, marks, leaveFor)
  const isHidden = (other: Pane) => (pane === other ? '' : 'max-lg:hidden')
  return (
    <Sheet
      title="Publish"
      initialFocus={() => panes.current?.querySelector<HTMLElement>('[data-fix]') ?? publishButton.current}
      returnsFocus={() => !isLeaving()}
      onClose={onClose}
      actions={<Actions {...props} publishButton={publishButton} onPublish={() => leaveFor(focusHeading)} />}
    >
      <div className="flex border-b border-line px-4 py-2 lg:hidden">
        <Segments<Pane>
          label="Show"
          options={[
            { value: 'marks', label: `Suggestions (${marks.marks.length})` },
            { value: 'proof', label: 'Proof' },
          ]}
          value={pane}
          onChange={setPane}
        />
      </div>
      <div ref={panes} className="grid min-h-0 flex-1 grid-cols-1 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <div className={`min-h-0 overflow-y-auto p-4 sm:p-6 ${isHidden('proof')}`}>
          <ProofPane article={article} />
        </div>
        <div className={`min-h-0 overflow-y-auto border-line p-4 sm:p-6 lg:border-l ${isHidden('marks')}`}>
          <MarkList marks={marks} onGoTo={goTo} onEmpty={() => publishButton.current?.focus()} />
        </div>
      </div>
    </Sheet>
  )
}

/** Closes the sheet, and then moves the focus to something else than the button that has opened it. */
function useLeaving(onClose: () => void) {
  const destination = useRef<() => void>(null)
  // Only when the sheet is gone, the screen below can be focused.
  useEffect(() => () => void setTimeout(() => destination.current?.()), [])
  function leaveFor(focus: () => void) {
    destination.current = focus
    onClose()
  }
  return { leaveFor, isLeaving: () => destination.current !== null }
}

/** Leads to the place of a mark on the writing screen. */
function useGoTo(
  { showPlace }: PublishSheetProps,
  { content }: Marks,
  leaveFor: ReturnType<typeof useLeaving>['leaveFor'],
) {
  const { body } = useWriting()
  return ({ place }: CopyMark) =>
    leaveFor(() => {
      showPlace(place.field !== 'title' && place.field !== 'content')
      // It may be hidden until the next render.
      setTimeout(() => {
        if (place.field === 'content') body.current?.select(editorPlace(content, place))
        else document.querySelector<HTMLElement>(FIELDS[place.field])?.focus()
      })
    })
}

const FIELDS = {
  title: '.title-field',
  excerpt: '.details-panel [name=excerpt]',
  'featured-image': '.details-panel input[type=file]',
  'featured-image-description': '.details-panel [name=poster_alt]',
}

interface ActionsProps extends PublishSheetProps {
  publishButton: RefObject<HTMLButtonElement | null>
  /** Closes the sheet. The button that has opened it may be gone. */
  onPublish(): void
}

function Actions({ publishButton, article, onClose, onPublish }: ActionsProps) {
  const { draftEditor } = useWriting()
  const isUnpublished = useIsUnpublished(article)
  const { saveAnd, isSaving } = useSaveAnd(article, onClose)
  const { publishFrom } = usePublish(article)
  const { articles } = api.useUtils()
  const [dialog, setDialog] = useState<'schedule' | 'proof'>()
  const close = () => setDialog(undefined)
  const isDraft = article.state === 'draft'
  /** A save of a published article is public, so its proof is sent without one. */
  const sendProof = () => (isDraft ? saveAnd(() => setDialog('proof')) : setDialog('proof'))
  function publish() {
    return saveAnd(() => {
      onPublish()
      // A save makes a published article public, unless somebody has unpublished it meanwhile.
      const saved = articles.get.getData({ id: article.id }) ?? article
      const { version_number } = draftEditor.texts()
      if (saved.published_version_number !== version_number)
        void publishFrom(saved, { base_version: version_number })
    })
  }
  return (
    <>
      <span className="mr-auto">
        <ScheduledBadge at={article.scheduled_at} />
      </span>
      <Button isBusy={isSaving} onClick={sendProof}>
        Send a proof
      </Button>
      {isDraft && (
        <Button isBusy={isSaving} onClick={() => saveAnd(() => setDialog('schedule'))}>
          Schedule…
        </Button>
      )}
      {isUnpublished || isSaving ? (
        <Button
          ref={publishButton}
          variant="success"
          isBusy={isSaving}
          aria-keyshortcuts={MAIN_KEY}
          onClick={publish}
        >
          Publish now
        </Button>
      ) : (
        <NewTabLink to={publicPath(article)}>View on site</NewTabLink>
      )}
      {dialog === 'schedule' && <ScheduleDialog article={article} onClose={close} />}
      {dialog === 'proof' && (
        <PreviewDialog articleId={article.id} flush={draftEditor.flush} onClose={close} />
      )}
    </>
  )
}

/** Saves the text that is shown before something else. If it cannot be saved as it is, the writing screen says why. */
function useSaveAnd({ version_number }: AdminArticle, closeSheet: () => void) {
  const { draftEditor } = useWriting()
  const [isSaving, setIsSaving] = useState(false)
  const isLeft = useIsLeft()

  async function saveAnd(proceed: () => void) {
    setIsSaving(true)
    const isSaved = await saveBeforePublishing(draftEditor, version_number)
    setIsSaving(false)
    // Closing the sheet while the text is saved stops what was to follow.
    if (isLeft()) return
    if (isSaved) proceed()
    else closeSheet()
  }
  return { saveAnd, isSaving }
}
