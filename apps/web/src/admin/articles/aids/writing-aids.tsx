import type { WritingTools } from '@nightdesk/editor/lexical'
import { useLitPassage, useTypewriterScrolling } from '@nightdesk/editor/writing-aids'
import { FocusMenu } from './focus-menu.tsx'
import { SessionWords } from './session-words.tsx'
import { useFocusChoices } from './use-focus-choices.ts'

interface WritingAidsProps {
  tools: WritingTools
  isFocused: boolean
}

/** Beside the word count: the words of the session, or in focus mode what can be chosen there. */
export function WritingAids({ tools, isFocused }: WritingAidsProps) {
  return (
    <>
      <SessionWords tools={tools} />
      {isFocused && <FocusAids tools={tools} />}
    </>
  )
}

function FocusAids({ tools: { editor } }: Pick<WritingAidsProps, 'tools'>) {
  const choices = useFocusChoices()
  useLitPassage(editor, choices.lit)
  useTypewriterScrolling(editor, choices.isTypewriter)
  return <FocusMenu {...choices} />
}
