import { LinkForm } from '../link/link-form.tsx'
import type { SearchArticles } from '../link/use-suggestions.ts'
import { CodeLanguage } from './code-language.tsx'
import type { SelectionState } from './selection-state.ts'

interface ControlPanelsProps {
  selection: SelectionState
  searchArticles: SearchArticles | undefined
  isLinkOpen: boolean
  onLinkClose: () => void
}

/** Panels below the toolbar: the URL of a link, the language of a code block. */
export function ControlPanels({ selection, searchArticles, isLinkOpen, onLinkClose }: ControlPanelsProps) {
  return (
    <>
      {isLinkOpen && (
        <LinkForm current={selection.link} searchArticles={searchArticles} onClose={onLinkClose} />
      )}
      {selection.language !== null && <CodeLanguage language={selection.language} />}
    </>
  )
}
