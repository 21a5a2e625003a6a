import { useToggleParam } from '../../../screen/url/use-toggle-param.ts'
import { useNotesPanel } from '../../notes/use-notes-panel.ts'
import { useDetails } from './details-panel.tsx'

/** The panels beside the text, of which one is shown: the versions, the notes of readers, or the details. */
export function usePanels(articleId: number) {
  const [showsVersions, toggleVersions] = useToggleParam('versions')
  const details = useDetails()
  const { notes, isShown, setShown } = useNotesPanel(articleId, !details.isOpen)
  const showsNotes = isShown && !showsVersions
  const showsDetails = details.isOpen && !showsVersions && !showsNotes
  return {
    showsVersions,
    toggleVersions,
    details,
    showsDetails,
    toggleDetails() {
      if (showsVersions) toggleVersions()
      setShown(false)
      details.setOpen(!showsDetails)
    },
    /** Also from the sheet that publishes. */
    showDetails() {
      setShown(false)
      details.setOpen(true)
    },
    notes,
    showsNotes,
    toggleNotes() {
      if (showsVersions) toggleVersions()
      setShown(!showsNotes)
    },
  }
}
