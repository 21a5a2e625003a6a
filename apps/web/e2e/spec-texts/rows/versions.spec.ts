import { press } from '../acts.ts'
import { expectTexts } from '../expect-texts.ts'
import { failures, rowsOf } from '../row.ts'

const SERVER_SAYS = 'Something went wrong. Please try again later.'
const NOT_REACHED = 'The server could not be reached. Please try again later.'
const screens = ['/admin/draft/{draft}?versions', '/admin/draft/edit/{draft}?versions']

// The button of a chosen version would give it up.
const revert = { when: 'a version is reverted to', isAnew: true, act: press(/^Version 1\b/, /^Revert/) }

expectTexts('versions', [
  ...screens.flatMap((screen) => [
    ...failures(screen, 'versions.list', [{ text: 'Failed to fetch versions', as: 'notice' }]),
    ...rowsOf(screen, { fails: 'versions.list' }, [{ text: `Error loading versions: ${SERVER_SAYS}` }]),
    ...rowsOf(screen, { cutOff: 'versions.list' }, [{ text: `Error loading versions: ${NOT_REACHED}` }]),
    ...rowsOf(screen, { fixture: 'no versions', answers: { versions: { list: [] } } }, [
      { text: 'No versions available' },
    ]),
  ]),
  ...['/admin/draft/{edited}?versions', '/admin/draft/edit/{edited}?versions'].flatMap((screen) => [
    ...rowsOf(screen, undefined, [{ ...revert, text: 'Version reverted successfully', as: 'notice' }]),
    ...failures(screen, 'versions.revert', [{ ...revert, text: 'Failed to revert version', as: 'notice' }]),
  ]),
])
