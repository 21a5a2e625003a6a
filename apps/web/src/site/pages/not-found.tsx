import { SERVER_ERROR } from '@nightdesk/contracts'
import { createElement, type ReactNode } from 'react'
import { data, isRouteErrorResponse } from 'react-router'
import { paths } from '../../paths.ts'
import { COVER_BOX, drawCover } from '../cover.ts'
import { PageHead } from '../head.tsx'
import { Layout } from '../layout.tsx'

export function NotFound({ pathname }: Pick<PageFailure, 'pathname'>) {
  return (
    <Nothing pathname={pathname} title="Page not found">
      <h1>Oops! The page you're looking for doesn't exist.</h1>
    </Nothing>
  )
}

/** The same for all invalid preview links, so that it does not reveal which were once valid. */
export function PreviewEnded({ pathname }: Pick<PageFailure, 'pathname'>) {
  return (
    <Nothing pathname={pathname} title="Preview ended">
      <h1>This preview link has ended or was withdrawn.</h1>
      <p>Ask the person who sent it to you for a new one.</p>
    </Nothing>
  )
}

interface NothingProps {
  pathname: string
  title: string
  children: ReactNode
}

function Nothing({ pathname, title, children }: NothingProps) {
  return (
    <>
      <PageHead title={title} />
      <section className="error-box lost">
        <MissingPlanet pathname={pathname} />
        {children}
        <a className="button" href={paths.home()}>
          Go back to Home
        </a>
      </section>
    </>
  )
}

/** The cover for this address, without its planet. */
function MissingPlanet({ pathname }: { pathname: string }) {
  return (
    <svg viewBox={COVER_BOX} aria-hidden="true">
      {drawCover(pathname, { hasPlanet: false }).map(({ element, attributes }, index) =>
        createElement(element, { key: index, ...attributes }),
      )}
    </svg>
  )
}

interface ErrorPageProps {
  status: number
  message: string
  request_id: string
}

/** Shown when no page could be rendered. The reference identifies the error in the server's log. */
export function ErrorPage({ status, message, request_id }: ErrorPageProps) {
  return (
    <Layout>
      <PageHead title={`Error ${status}`} />
      <section className="error-box" role="alert">
        <h1>{message}</h1>
        <p className="muted">{`Reference: ${request_id}`}</p>
        <a className="button" href={paths.home()}>
          Return to Home
        </a>
      </section>
    </Layout>
  )
}

/** The message of a 404 that is not about a story. */
export const NO_PAGE = 'Page not found'

interface PageErrorBody {
  /** A sentence for a reader. */
  message: string
  /** For the server's log. */
  cause?: unknown
}

/** The props of an error page. */
export interface PageFailure {
  status: number
  /** A sentence for a reader. */
  message: string
  /** The path of the failed page. */
  pathname: string
}

/** The 404 that a loader throws. */
export function notFound(message: string) {
  return data<PageErrorBody>({ message }, { status: 404 })
}

/** Converts the error of a call to the status of the page. `missing` is the message of a 404. */
export function asPageError(error: unknown, missing: string) {
  const code = codeOf(error)
  if (code === 'NOT_FOUND') return notFound(missing)
  const status = code === 'UNAVAILABLE' || code === 'SERVICE_UNAVAILABLE' ? 503 : 500
  return data<PageErrorBody>({ message: SERVER_ERROR, cause: error }, { status })
}

/** Reads the error that the static handler caught. Errors not thrown by the two functions above are a 500. */
export function readPageError(error: unknown): PageErrorBody & { status: number } {
  if (!isRouteErrorResponse(error)) return { status: 500, message: SERVER_ERROR, cause: error }
  // Only the two functions above create route errors.
  const { message, cause } = error.data as PageErrorBody
  return { status: error.status, message, cause }
}

/** Both AppError and tRPC's errors have a code. */
function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
