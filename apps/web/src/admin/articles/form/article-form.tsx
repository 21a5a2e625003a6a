import '@nightdesk/editor/editor.css'
import './writing.css'
import { type ArticleState, titleProblem } from '@nightdesk/contracts'
import { lazy, type ReactNode, type Ref } from 'react'
import { flushSync } from 'react-dom'
import { fieldRules } from '../../../ui/forms/field-rules.ts'
import { Form } from '../../../ui/forms/form.tsx'
import { useFocusMode } from '../../screen/focus-mode.ts'
import { LazyBoundary } from '../../screen/lazy-boundary.tsx'
import { RecoverableDraftPrompt } from '../saving/dialogs.tsx'
import type { DraftEditor } from '../saving/draft-editor.ts'
import type { DraftText } from '../saving/draft-text.ts'
import { SaveBar } from '../saving/machine/save-bar.tsx'
import { useEditState } from '../saving/use-draft-editor.ts'
import { BodyField } from './body-field.tsx'
import { type Details, DetailsPanel } from './panels/details-panel.tsx'
import { Title } from './title/title.tsx'
import { type FormHandle, type FormText, useFormText } from './use-form-text.ts'
import { useRefusedHead } from './use-refused-head.ts'

interface ArticleFormProps {
  draftEditor: DraftEditor
  /** The text when the form is mounted; later changes of this prop are ignored. */
  initial: DraftText
  /** Of the article; undefined before the first save. */
  state?: ArticleState
  saveLabel: `Save${string}`
  /** Focus mode: only the editor is shown. */
  isFocused: boolean
  ref: Ref<FormHandle>
  /** Of the screen. */
  details: Details
  /** More about the article, at the end of the details. */
  moreDetails?: ReactNode
  /** Shown beside the text, instead of the details. */
  beside?: ReactNode
  /** Shown below the text. */
  below?: ReactNode
}

// Typing does not need them.
const WritingAids = lazy(async () => ({ default: (await import('../aids/writing-aids.tsx')).WritingAids }))
const DetailsFields = lazy(async () => ({ default: (await import('./details-fields.tsx')).DetailsFields }))

const titleRule = fieldRules({ title: titleProblem })

/** The title and the text of an article, and its details beside them. */
export function ArticleForm({
  draftEditor,
  initial,
  state,
  saveLabel,
  isFocused,
  ref,
  details,
  moreDetails,
  beside,
  below,
}: ArticleFormProps) {
  const text = useFormText(initial, draftEditor, ref)
  const refused = useEditState(draftEditor, (view) => view.refused)
  const fields = useRefusedHead(refused)
  const showTitleProblem = useShowTitleProblem(text, isFocused)
  return (
    <div ref={fields} className={`manuscript ${isFocused ? 'focus-mode' : ''}`}>
      <Form schema={titleRule} refused={refused} onSubmit={draftEditor.save}>
        <RecoverableDraftPrompt draftEditor={draftEditor} />
        <BodyField
          text={text}
          initialContent={initial.content}
          refused={refused}
          heading={
            // A new article starts with the focus in its title.
            <Title text={text} initialTitle={initial.title} autoFocus={state === undefined && !isFocused} />
          }
          renderAids={(tools) => (
            <LazyBoundary name="The words of the session">
              <WritingAids tools={tools} isFocused={isFocused} />
            </LazyBoundary>
          )}
          renderFooter={(counts) => (
            <>
              {below}
              <SaveBar
                draftEditor={draftEditor}
                state={state}
                label={saveLabel}
                onSave={showTitleProblem}
                counts={counts}
              />
            </>
          )}
        />
      </Form>
      <DetailsPanel
        isOpen={details.isOpen && !beside && !isFocused}
        onClose={() => details.setOpen(false)}
        more={moreDetails}
      >
        <LazyBoundary name="The details">
          <DetailsFields draftEditor={draftEditor} text={text} refused={refused} />
        </LazyBoundary>
      </DetailsPanel>
      {beside}
    </div>
  )
}

/** Fields are hidden in focus mode, so it is left before the form moves the focus to the invalid title. */
function useShowTitleProblem(text: FormText, isFocused: boolean) {
  const { toggleFocus } = useFocusMode()
  return () => {
    if (isFocused && titleProblem(text.titleField.current?.value ?? '')) flushSync(toggleFocus)
  }
}
