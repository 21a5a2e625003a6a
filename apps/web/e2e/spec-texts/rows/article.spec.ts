import { follow } from '../acts.ts'
import { FERRY } from '../articles.ts'
import { expectTexts } from '../expect-texts.ts'
import { landmark } from '../regions.ts'
import { failures, rowsOf } from '../row.ts'

const breadcrumb = landmark('navigation', 'Breadcrumb')
const DAY = /[A-Z][a-z]+ \d{1,2}, \d{4}/
const reading = { when: 'Read Article is followed', isAnew: true, act: follow('Read Article') }
const LATER = 'Please try again later'

expectTexts('article', [
  ...rowsOf('/post/{story}', undefined, [
    { text: 'Home', as: 'link', to: '/', inside: breadcrumb },
    { text: 'Article', as: 'listitem', inside: breadcrumb },
    { text: 'The Night Ferry', as: 'heading' },
    { text: new RegExp(`^Published: ${DAY.source}$`), as: 'part' },
    { text: FERRY },
  ]),
  ...['/post/999999', '/post/{draft}', '/post/none'].flatMap((screen) =>
    rowsOf(screen, undefined, [
      { text: 'Article not found', as: 'heading' },
      { text: 'Return to Home', as: 'link', to: '/' },
    ]),
  ),
  ...rowsOf('/', { unanswered: 'page' }, [{ ...reading, text: 'Loading article...' }]),
  ...failures('/', 'page', [
    { ...reading, text: 'Failed to load article', as: 'notice', detail: LATER },
    { ...reading, text: 'Failed to load article', as: 'heading' },
    { ...reading, text: 'Return to Home', as: 'link', to: '/' },
  ]),
  ...failures('/post/{story}', 'view', [{ text: 'Failed to record view', as: 'notice', detail: LATER }]),
])
