import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Page } from '../screen/page.tsx'

export function NotFound() {
  return (
    <Page title="Oops! The page you're looking for doesn't exist.">
      <p>
        <a href={paths.home()} className={buttonClass()}>
          Go back to Home
        </a>
      </p>
    </Page>
  )
}
