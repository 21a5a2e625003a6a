import { createElement, type ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { COVER_BOX, drawCover } from '../cover.ts'
import { PageHead } from '../head.tsx'
import { Layout } from '../layout.tsx'

export function NotFound({ pathname }: { pathname: string }) {
  return (
    <Nothing pathname={pathname} title="Page not found">
      <h1>Oops! The page you're looking for doesn't exist.</h1>
    </Nothing>
  )
}

/** The same for all invalid preview links, so that it does not reveal which were once valid. */
export function PreviewEnded({ pathname }: { pathname: string }) {
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
        {/* The cover for this address, without its planet. */}
        <svg viewBox={COVER_BOX} aria-hidden="true">
          {drawCover(pathname, { hasPlanet: false }).map(({ element, attributes }, index) =>
            createElement(element, { key: index, ...attributes }),
          )}
        </svg>
        {children}
        <a className="button" href={paths.home()}>
          Go back to Home
        </a>
      </section>
    </>
  )
}

export const noList = (sentence: string) => () => (
  <>
    <PageHead />
    <p className="state" role="alert">
      {sentence}
    </p>
  </>
)

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
      <ErrorBox title={message}>
        <p>{`Reference: ${request_id}`}</p>
      </ErrorBox>
    </Layout>
  )
}

export function ErrorBox({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <section className="error-box" role="alert">
      <h1>{title}</h1>
      {children}
      <a className="button" href={paths.home()}>
        Return to Home
      </a>
    </section>
  )
}
