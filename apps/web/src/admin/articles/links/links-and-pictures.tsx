import type { LinkInText, PictureInText } from '@nightdesk/contracts'
import { api, explain } from '../../../api.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { notify } from '../../notify.ts'
import { FAST_POLL_MS } from '../../polling.ts'
import { LinkItem } from './link-item.tsx'
import { PictureItem } from './picture-item.tsx'

/** The links of an article with what was found at them, and its pictures. */
export function LinksAndPictures({ articleId }: { articleId: number }) {
  const found = api.links.get.useQuery(
    { id: articleId },
    { refetchInterval: ({ state }) => state.data?.is_checking === true && FAST_POLL_MS },
  )
  return (
    <div className="border-t border-line p-4 sm:p-5">
      {found.isPending && <Loading label="Loading links and pictures..." />}
      {found.isError && <ErrorState message={explain(found.error)} onRetry={() => found.refetch()} />}
      {found.data && (
        <div className="grid gap-6 lg:grid-cols-2">
          <Links articleId={articleId} links={found.data.links} isChecking={found.data.is_checking} />
          <Pictures pictures={found.data.pictures} />
        </div>
      )}
    </div>
  )
}

interface LinksProps {
  articleId: number
  links: readonly LinkInText[]
  isChecking: boolean
}

function Links({ articleId, links, isChecking }: LinksProps) {
  const { links: cached } = api.useUtils()
  const check = api.links.check.useMutation({
    meta: { failure: { title: 'Error', description: 'Failed to check the links' } },
    onSuccess({ due }) {
      if (due === 0) notify({ kind: 'info', title: 'The links were checked less than a minute ago' })
      return cached.get.invalidate({ id: articleId })
    },
  })
  const canCheck = links.some(({ host }) => host !== null)
  return (
    <section aria-label="Links" className="min-w-0">
      <header className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-medium">Links ({links.length})</h3>
        {canCheck && (
          <Button
            variant="secondary"
            size="sm"
            isBusy={check.isPending || isChecking}
            onClick={() => check.mutate({ id: articleId })}
          >
            Check again
          </Button>
        )}
      </header>
      <p role="status" className="sr-only">
        {isChecking && 'Checking the links…'}
      </p>
      {links.length === 0 ? (
        <p className="text-muted">There are no links in the text.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {links.map((link, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text may have the same link twice
            <LinkItem key={index} link={link} />
          ))}
        </ul>
      )}
    </section>
  )
}

const Pictures = ({ pictures }: { pictures: readonly PictureInText[] }) => (
  <section aria-label="Pictures" className="min-w-0">
    <h3 className="mb-2 flex min-h-8 items-center text-sm font-medium">Pictures ({pictures.length})</h3>
    {pictures.length === 0 ? (
      <p className="text-muted">There are no pictures in the text.</p>
    ) : (
      <ul className="flex flex-col divide-y divide-line">
        {pictures.map((picture, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text may show the same picture twice
          <PictureItem key={index} picture={picture} />
        ))}
      </ul>
    )}
  </section>
)
