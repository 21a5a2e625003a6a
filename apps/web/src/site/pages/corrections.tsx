import type { PublishedCorrection } from '@nightdesk/contracts'
import type { LoaderFunctionArgs } from 'react-router'
import { formatDate } from '../../format.ts'
import { paths } from '../../paths.ts'
import { Pager } from '../card.tsx'
import { PageHead } from '../head.tsx'
import { renderContext } from '../render-context.ts'
import { useSettings } from '../rendering.ts'
import { LAST_PAGE, readPage } from './load-list.ts'
import { asPageError, NO_PAGE, NotFound, notFound, type PageFailure } from './not-found.tsx'

/** The corrections of all stories, the last one first. */
export function Corrections({ corrections, page, hasOlder }: CorrectionsPage) {
  const { name, timezone } = useSettings()
  return (
    <article className="story">
      <PageHead
        title={page > 1 ? `Corrections, page ${page}` : 'Corrections'}
        description={`What ${name} has corrected in its stories.`}
        path={paths.corrections(page)}
      />
      <h1>Corrections</h1>
      <p className="byline">What we have corrected in stories after they were published.</p>
      {corrections.length > 0 ? (
        <section className="corrections" aria-label="Corrections of all stories">
          <ul>
            {corrections.map(({ id, text, created_at, article_id, article_title }) => (
              <li key={id}>
                <time dateTime={created_at}>{formatDate(created_at, timezone)}</time>
                <a href={`${paths.article(article_id)}#corrections`} dir="auto">
                  {article_title}
                </a>
                <p dir="auto">{text}</p>
              </li>
            ))}
          </ul>
        </section>
      ) : (
        <p className="state">Nothing has been corrected so far.</p>
      )}
      <Pager
        page={page}
        hasOlder={hasOlder}
        pathOf={paths.corrections}
        newer="Newer corrections"
        older="Older corrections"
      />
    </article>
  )
}

export function CorrectionsError({ status, pathname }: PageFailure) {
  if (status === 404) return <NotFound pathname={pathname} />
  return (
    <>
      <PageHead />
      <p className="state" role="alert">
        Error fetching corrections
      </p>
    </>
  )
}

const PER_PAGE = 50

interface CorrectionsPage {
  corrections: PublishedCorrection[]
  page: number
  hasOlder: boolean
}

/** Unlike later pages, the first one exists without corrections. */
export async function loadCorrections({ request, context }: LoaderFunctionArgs): Promise<CorrectionsPage> {
  const page = readPage(request)
  const { published } = context.get(renderContext).api
  const read = (limit: number, number: number) =>
    published.corrections({ page: number, limit }).catch((error: unknown) => {
      throw asPageError(error, NO_PAGE)
    })
  const corrections = await read(PER_PAGE, page)
  if (page > 1 && corrections.length === 0) throw notFound(NO_PAGE)
  // The next correction after this page, read as a page of one.
  const hasOlder =
    page < LAST_PAGE && corrections.length === PER_PAGE && (await read(1, page * PER_PAGE + 1)).length > 0
  return { corrections, page, hasOlder }
}
