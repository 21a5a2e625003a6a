import { Button } from '../../../ui/button.tsx'

interface PagerProps {
  page: number
  isLast: boolean
  onChange(page: number): void
}

export function Pager({ page, isLast, onChange }: PagerProps) {
  if (page === 1 && isLast) return null
  return (
    <nav aria-label="Pages" className="flex items-center justify-center gap-3">
      <Button variant="secondary" disabled={page === 1} onClick={() => onChange(page - 1)}>
        Previous
      </Button>
      <span className="text-muted tabular-nums">Page {page}</span>
      <Button variant="secondary" disabled={isLast} onClick={() => onChange(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
