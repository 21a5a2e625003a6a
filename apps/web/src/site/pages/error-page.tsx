import { paths } from '../../paths.ts'
import { Layout } from '../chrome/layout.tsx'
import { PageHead } from '../head/page-head.tsx'

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
