import { follow } from '../acts.ts'
import { expectTexts } from '../expect-texts.ts'
import { failures, rowsOf } from '../row.ts'

const home = { when: 'Home is followed', isAnew: true, act: follow('Home') }

expectTexts('home', [
  ...rowsOf('/', undefined, [
    { text: /short stories.*science fiction/i, as: 'part' },
    { text: 'Explore Articles', as: 'link', to: '#articles' },
    { text: 'Latest Articles', as: 'heading' },
    { text: 'Read Article', as: 'link', to: /^\/post\/\d+$/ },
    { text: 'The Night Ferry', as: 'heading' },
  ]),
  ...rowsOf('/privacy', { unanswered: 'page' }, [{ ...home, text: 'Loading articles...' }]),
  ...failures('/privacy', 'page', [
    { ...home, text: 'Error fetching posts' },
    { ...home, text: 'Return to Home', as: 'link', to: '/' },
  ]),
])
