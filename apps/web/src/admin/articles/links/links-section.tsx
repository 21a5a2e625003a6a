import { lazy } from 'react'
import { LazyBoundary } from '../../screen/lazy-boundary.tsx'
import { useToggleParam } from '../../screen/url/use-toggle-param.ts'

const LinksAndPictures = lazy(async () => ({
  default: (await import('./links-and-pictures.tsx')).LinksAndPictures,
}))

/** The links and pictures of an article, closed at first. Open or closed is in the URL. */
export function LinksSection({ articleId }: { articleId: number }) {
  const [isOpen, toggle] = useToggleParam('links')
  return (
    <section aria-label="Links and pictures" className="rounded-card border border-line bg-surface">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={toggle}
          className="flex min-h-11 w-full items-center justify-between gap-2 rounded-card px-4 py-2 text-left text-sm font-medium hover:bg-sunken sm:px-5"
        >
          Links and pictures
          <span aria-hidden className="text-muted">
            {isOpen ? '−' : '+'}
          </span>
        </button>
      </h2>
      {isOpen && (
        <LazyBoundary name="The list of links and pictures">
          <LinksAndPictures articleId={articleId} />
        </LazyBoundary>
      )}
    </section>
  )
}
