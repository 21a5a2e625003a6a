import { expectTexts } from '../expect-texts.ts'
import { landmark } from '../regions.ts'
import { failures, rowsOf } from '../row.ts'

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
  ...rowsOf(SCREEN, 'nothing written', [
    { text: 'No articles available' },
    { text: 'Create Your First Article', as: 'link', to: '/admin/new-draft' },
  ]),
  ...failures(SCREEN, 'articles.list', [
    { text: 'Failed to fetch articles', as: 'notice', detail: 'Please try again later' },
  ]),
])
