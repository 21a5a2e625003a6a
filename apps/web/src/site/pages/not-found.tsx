import { createElement, type ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { COVER_BOX, drawCover } from '../chrome/cover.ts'
import { PageHead } from '../head/page-head.tsx'
import type { PageFailure } from './page-error.ts'

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
