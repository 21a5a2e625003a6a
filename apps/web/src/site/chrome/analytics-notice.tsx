import { paths } from '../../paths.ts'

/** Hidden until `reader.ts` shows it: without scripts nothing is counted, and it stays dismissed. */
export function AnalyticsNotice() {
  return (
    <section className="notice" aria-label="Analytics notice" data-analytics-notice hidden>
      <p>
        This site uses anonymous analytics and collects no personal information. Read our{' '}
        <a href={paths.privacy}>Privacy Policy</a> and <a href={paths.terms}>Terms and Conditions</a>.
      </p>
      <button type="button" className="button" data-dismiss>
        Got it
      </button>
    </section>
  )
}
