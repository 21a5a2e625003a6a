import { $isCodeNode } from '@lexical/code-core'
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext'
import { $findMatchingParent } from '@lexical/utils'
import { $getSelection, $isRangeSelection } from 'lexical'
import { useId } from 'react'
import { CODE_LANGUAGES } from '../../../render/code-languages.ts'

const LANGUAGES = [['', 'Plain text'], ...Object.entries(CODE_LANGUAGES)]

/** Selects the language of the code block around the selection. */
export function CodeLanguage({ language }: { language: string }) {
  const [editor] = useLexicalComposerContext()
  const id = useId()
  const isListed = LANGUAGES.some(([value]) => value === language)
  const choose = (value: string) =>
    editor.update(() => {
      const selection = $getSelection()
      if (!$isRangeSelection(selection)) return
      $findMatchingParent(selection.anchor.getNode(), $isCodeNode)?.setLanguage(value || null)
    })
  return (
    <div className="editor-panel">
      <label htmlFor={id}>Language</label>
      <select id={id} value={language} onChange={(event) => choose(event.target.value)}>
        {!isListed && <option>{language}</option>}
        {LANGUAGES.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}
