import type { Article } from '@nightdesk/contracts'
import { Blocks } from '@nightdesk/editor/render'
import { useSelectedVersion } from './use-selected-version.ts'
import { useVersions, VersionList } from './version-list.tsx'

interface PreviousVersionsProps {
  article: Article
  hasUnsavedChanges: boolean
  onReverted(article: Article): void
}

/** Beside the editor: the versions, and the text of the selected one. */
export function PreviousVersions({ article, hasUnsavedChanges, onReverted }: PreviousVersionsProps) {
  return (
    <aside
      aria-label="Versions"
      className="flex flex-col gap-4 self-start rounded-card border border-line bg-surface p-4"
    >
      <h2 className="text-md">Previous Versions</h2>
      <VersionList article={article} hasUnsavedChanges={hasUnsavedChanges} onReverted={onReverted} />
      <SelectedText id={article.id} />
    </aside>
  )
}

function SelectedText({ id }: { id: number }) {
  const { selectedId } = useSelectedVersion()
  const versions = useVersions(id)
  const selected = versions.data?.find((version) => version.id === selectedId)
  if (!selected) return null
  return (
    <section aria-label={`Version ${selected.version_number}`} className="border-t border-line pt-4">
      <h3 className="mb-2 font-medium">{selected.title}</h3>
      {selected.content.length > 0 ? (
        <div className="prose text-sm">
          <Blocks value={selected.content} headingShift={3} />
        </div>
      ) : (
        <p className="text-muted">No content available</p>
      )}
    </section>
  )
}
