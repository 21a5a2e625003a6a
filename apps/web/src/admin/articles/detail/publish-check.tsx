import type { AdminArticle } from '@nightdesk/contracts'
import { checkForPublishing } from '@nightdesk/editor'

/** A checklist for drafts, below the buttons. It does not prevent publishing. */
export function PublishCheck({ article }: { article: AdminArticle }) {
  const todo = article.state === 'draft' ? listOpenPoints(article) : []
  if (todo.length === 0) return null
  return (
    <section
      aria-label="Before you publish"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted sm:justify-end"
    >
      <p>Before you publish:</p>
      <ul className="flex flex-wrap gap-x-3 gap-y-1">
        {todo.map((item) => (
          <li key={item} className="flex items-center gap-1.5">
            <span aria-hidden className="size-1.5 rounded-full bg-warning-solid" />
            {item}
          </li>
        ))}
      </ul>
    </section>
  )
}

function listOpenPoints(article: AdminArticle): string[] {
  const { placeholders, undescribed, unreferenced } = checkForPublishing(article)
  return [
    article.poster_image_id === null && 'No featured image',
    article.excerpt.trim() === '' && 'No excerpt',
    undescribed > 0 && `${undescribed} ${undescribed === 1 ? 'image has' : 'images have'} no description`,
    unreferenced > 0 &&
      `${unreferenced} ${unreferenced === 1 ? 'footnote is' : 'footnotes are'} not referenced in the text`,
    placeholders > 0 && `${placeholders} TK left`,
  ].filter((item) => item !== false)
}
