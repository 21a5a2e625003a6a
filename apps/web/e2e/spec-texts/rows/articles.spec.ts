import { expectTexts } from '../expect-texts.ts'
import { landmark } from '../regions.ts'
import { rowsOf } from '../row.ts'

const SCREEN = '/admin/articles'
const main = landmark('main')

expectTexts('articles', [
  ...rowsOf(SCREEN, undefined, [
    { text: 'Articles', as: 'heading' },
    { text: 'New Article', as: 'link', to: '/admin/new-draft', inside: main },
    { text: 'Title', as: 'columnheader' },
    { text: 'Excerpt', as: 'columnheader' },
    { text: 'Status', as: 'columnheader' },
    { text: 'Last Updated', as: 'columnheader' },
    { text: 'Actions', as: 'columnheader' },
    { text: 'No excerpt available' },
    { text: 'View', as: 'link', to: /^\/admin\/draft\/\d+$/, inside: main },
    { text: 'Edit', as: 'link', to: /^\/admin\/draft\/edit\/\d+$/, inside: main },
  ]),
  // An author, whose new articles no other row writes.
  ...rowsOf(SCREEN, { fixture: 'no articles', answers: { articles: { list: [] } } }, [
    { who: 'author', text: 'No articles available' },
    { who: 'author', text: 'Create Your First Article', as: 'link', to: '/admin/new-draft' },
  ]),
])
