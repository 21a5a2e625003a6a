import type { PublishedCorrection } from '@nightdesk/contracts'
import type { LoaderFunctionArgs } from 'react-router'
import { renderContext } from '../../render-context.ts'
import { LAST_PAGE, readPage } from '../load-list.ts'
import { asPageError, NO_PAGE, notFound } from '../page-error.ts'

const PER_PAGE = 50

export interface CorrectionsPage {
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
