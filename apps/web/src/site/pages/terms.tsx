import { paths } from '../../paths.ts'
import { useSettings } from '../settings.ts'
import { TextPage } from './text-page.tsx'

export function Terms() {
  const { name } = useSettings()
  return (
    <TextPage
      title="Terms and Conditions"
      description={`The terms on which ${name} may be read.`}
      path={paths.terms}
    >
      <h2>1. Acceptance</h2>
      <p>By reading {name} you accept these terms. If you do not accept them, please do not use the site.</p>

      <h2>2. Use of Content</h2>
      <p>
        You may read the stories and articles here for yourself, link to them, and quote short passages with
        the name of the author and a link to the page. Anything beyond that needs permission.
      </p>

      <h2>3. Content Ownership and Copyright</h2>
      <p>
        The stories, articles and pictures belong to their authors or to {name} and are protected by
        copyright. Nothing on this site hands that right over to you.
      </p>

      <h2>4. Analytics and Tracking</h2>
      <p>
        We count how often an article is opened, without knowing by whom. The{' '}
        <a href={paths.privacy}>Privacy Policy</a> says exactly what is sent and stored, and how not to be
        counted.
      </p>

      <h2>5. Disclaimer</h2>
      <p>
        The site is offered as it is. Much of it is fiction: people, places and events in the stories are
        invented, and nothing here is professional advice.
      </p>

      <h2>6. Limitations of Liability</h2>
      <p>
        As far as the law allows, {name} and its authors are not liable for damage that comes from using this
        site, from its being unavailable, or from other sites it links to.
      </p>

      <h2>7. Governing Law</h2>
      <p>
        These terms are governed by the laws of Kenya, and the courts of Kenya decide disputes about them.
      </p>
    </TextPage>
  )
}
