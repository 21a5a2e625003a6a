import { api } from '../../../api.ts'
import { Button } from '../../../ui/button.tsx'

interface DeadLinksFilterProps {
  isOn: boolean
  onToggle(): void
}

/** Shows only articles with dead links. Renders nothing while there are none, unless it is on. */
export function DeadLinksFilter({ isOn, onToggle }: DeadLinksFilterProps) {
  const found = api.articles.list.useQuery({ links: 'dead', limit: 1 }).data ?? []
  if (found.length === 0 && !isOn) return null
  return (
    <Button variant="secondary" aria-pressed={isOn} onClick={onToggle} className="h-9">
      With dead links
    </Button>
  )
}
