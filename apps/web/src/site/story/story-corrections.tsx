import type { Correction } from '@nightdesk/contracts'
import { formatDate } from '../../format.ts'
import { useSettings } from '../settings.ts'

/** What was corrected since the publication, at the end of a story. */
export function StoryCorrections({ corrections }: { corrections: readonly Correction[] }) {
  const { timezone } = useSettings()
  if (corrections.length === 0) return null
  return (
    <section className="corrections" id="corrections" aria-labelledby="corrections-title" tabIndex={-1}>
      <h2 id="corrections-title">Corrections</h2>
      <ul>
        {corrections.map(({ id, text, created_at }) => (
          <li key={id}>
            <time dateTime={created_at}>{formatDate(created_at, timezone)}</time>
            <p dir="auto">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
