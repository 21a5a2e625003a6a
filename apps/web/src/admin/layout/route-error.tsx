import { Button } from '../../ui/button.tsx'
import { Page } from '../screen/page.tsx'

/** A screen has thrown, or its code could not be loaded: after a release of a newer version, or offline. */
export function RouteError() {
  return (
    <Page title="Something went wrong">
      <p role="alert">This screen could not be shown. Loading the page again usually helps.</p>
      <p>
        <Button onClick={() => window.location.reload()}>Load again</Button>
      </p>
    </Page>
  )
}
