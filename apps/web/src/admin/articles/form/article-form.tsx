import '@nightdesk/editor/editor.css'
import './writing.css'
import { type ArticleState, titleProblem } from '@nightdesk/contracts'
import type { Ref } from 'react'
import { flushSync } from 'react-dom'
import { fieldRules } from '../../../ui/forms/field-rules.ts'
import { Form } from '../../../ui/forms/form.tsx'
import { useFocusMode } from '../../screen/focus-mode.ts'
import { RecoverableDraftPrompt } from '../saving/dialogs.tsx'
import type { DraftEditor } from '../saving/draft-editor.ts'
import type { DraftText } from '../saving/draft-text.ts'
import { SaveBar } from '../saving/machine/save-bar.tsx'
import { useEditState } from '../saving/use-draft-editor.ts'
import { BodyField } from './body-field.tsx'
import { HeadFields } from './head-fields.tsx'
import { type FormHandle, useFormText } from './use-form-text.ts'
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
}

const titleRule = fieldRules({ title: titleProblem })

/** Title, featured image, tags, excerpt and body of an article. */
export function ArticleForm({ draftEditor, initial, state, saveLabel, isFocused, ref }: ArticleFormProps) {
  const text = useFormText(initial, draftEditor, ref)
  const refused = useEditState(draftEditor, (view) => view.refused)
  const head = useRefusedHead(refused)
  const { toggleFocus } = useFocusMode()
  /** Fields are hidden in focus mode, so leave it before the form moves the focus to the invalid title. */
  const showTitleProblem = () => {
    if (isFocused && titleProblem(text.titleField.current?.value ?? '')) flushSync(toggleFocus)
  }
  return (
    <Form
      schema={titleRule}
      refused={refused}
      onSubmit={draftEditor.save}
      className={`flex w-full min-w-0 flex-col gap-4 ${isFocused ? 'focus-mode' : ''}`}
    >
      <RecoverableDraftPrompt draftEditor={draftEditor} />
      <div ref={head} className={isFocused ? 'hidden' : 'flex flex-col gap-4'}>
        <HeadFields
          draftEditor={draftEditor}
          text={text}
          initialTitle={initial.title}
          refused={refused}
          // A new article starts with the focus in its title.
          autoFocus={state === undefined && !isFocused}
        />
      </div>
      <BodyField text={text} initialContent={initial.content} refused={refused} />
      <SaveBar draftEditor={draftEditor} state={state} label={saveLabel} onSave={showTitleProblem} />
    </Form>
  )
}
