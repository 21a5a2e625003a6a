import { MOST_OWN_VIEWS } from '@nightdesk/contracts'
import { formatDate, formatDateTime } from '../../format.ts'
import { paths } from '../../paths.ts'
import type { ShownData, YourDataAnswer } from '../../server-api.ts'
import { type PageRequest, useSettings } from '../rendering.ts'
import { TextPage } from './text-pages.tsx'

/** Without an answer before the form was sent. */
type YourDataPage = { answer: YourDataAnswer | undefined }

export const loadYourData = ({ answer }: PageRequest): YourDataPage => ({ answer })

/** Shows visitors what is counted about their browser, and erases it. `reader.ts` fills in the identifier. */
export function YourData({ answer }: YourDataPage) {
  const { name } = useSettings()
  return (
    <TextPage
      title="Your Data"
      description={`See what ${name} has counted about your browser, and erase it.`}
      path={paths.yourData}
    >
      {answer?.kind === 'erased' ? (
        <p role="status" data-erased>
          <strong>Erased.</strong> Nothing that we have counted leads to your browser any more.
        </p>
      ) : null}
      {answer?.kind === 'shown' ? <Shown data={answer} /> : null}
      <h2>What is counted</h2>
      <p>
        When you open a story, we count that it was opened: when, from which site, and with which kind of
        browser and device. Your browser made a random identifier for that and keeps it in its local storage,
        as <code>session_id</code>. We store only hashes of it, no name and no network address. Without
        JavaScript, or with Global Privacy Control or Do Not Track, nothing is counted. The{' '}
        <a href={paths.privacy}>Privacy Policy</a> has the details.
      </p>
      <form method="post" action={paths.yourData} className="your-data">
        <label htmlFor="session_id">Identifier of this browser</label>
        <input
          id="session_id"
          name="session_id"
          required
          minLength={8}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          data-session-id
        />
        <p className="hint" data-session-hint>
          It is filled in when your browser has one and runs our script.
        </p>
        <p className="your-data-actions">
          <button type="submit" className="button" name="action" value="show">
            Show what is counted
          </button>
          <button type="submit" className="button" name="action" value="erase">
            Erase it
          </button>
        </p>
      </form>
      <h2>What erasing does</h2>
      <p>
        Everything that is counted about your browser gets a random name that nobody knows, so that nothing
        leads from your browser to it. The totals of the stories stay as they are. Your browser forgets its
        identifier, the stories you opened and where you stopped in them. If you read on, you are counted as a
        new reader. Copies of our database made before still contain the older data until they are deleted.
      </p>
    </TextPage>
  )
}

function Shown({ data: { visits, views, opened } }: { data: ShownData }) {
  const { timezone } = useSettings()
  if (!visits && views.length === 0 && opened.length === 0)
    return <p role="status">Nothing is counted about a browser with this identifier.</p>
  return (
    <section aria-label="What is counted about your browser">
      {visits ? (
        <p role="status">
          {`You came on ${visits.days} ${visits.days === 1 ? 'day' : 'days'}, first on ${day(visits.first_day)}, last on ${day(visits.last_day)}.`}
        </p>
      ) : null}
      {views.length > 0 ? <h2>What you opened in the last 60 days</h2> : null}
      {views.length === MOST_OWN_VIEWS ? <p>Only the last {MOST_OWN_VIEWS} times are listed.</p> : null}
      <ul>
        {views.map(({ viewed_at, title, referrer, user_agent_family, device }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is rendered once
          <li key={index}>
            <time dateTime={viewed_at}>{formatDateTime(viewed_at, timezone)}</time>
            {`: ${title ?? 'a story that is no longer public'}, with ${user_agent_family} on ${device}`}
            {referrer ? `, from ${referrer}` : ''}
          </li>
        ))}
      </ul>
      {opened.length > 0 ? <h2>Stories you have opened at some time</h2> : null}
      <ul>
        {opened.map((title, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: titles may be equal, and the list is rendered once
          <li key={index}>{title}</li>
        ))}
      </ul>
    </section>
  )
}

/** A day of the site, "2026-11-18", as "November 18, 2026". */
const day = (date: string) => formatDate(`${date}T00:00:00Z`, 'UTC')
