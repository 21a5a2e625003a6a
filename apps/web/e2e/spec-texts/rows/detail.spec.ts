import { press } from '../acts.ts'
import { expectTexts } from '../expect-texts.ts'
import { landmark } from '../regions.ts'
import { failures, rowsOf } from '../row.ts'

const MINUTE = /[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2}\s[AP]M/
const panel = landmark('complementary', 'Versions')
const publish = { when: 'Publish is pressed', act: press('Publish') }
const unpublish = { when: 'Unpublish is pressed', act: press('Unpublish') }

expectTexts('article detail', [
  ...rowsOf('/admin/draft/{draft}', undefined, [
    { text: 'A Lamp for Ceres', as: 'heading' },
    { text: 'draft' },
    { text: /Created/, as: 'part' },
    { text: /Last updated/, as: 'part' },
    { text: 'The lamp goes out at noon.' },
    { text: 'Show Versions', as: 'button' },
    { text: 'Edit', as: 'link', to: /^\/admin\/draft\/edit\/\d+$/ },
    { text: 'Publish', as: 'button' },
    { when: 'the versions are shown', act: press('Show Versions'), text: 'Hide Versions', as: 'button' },
  ]),
  ...rowsOf('/admin/draft/{story}', undefined, [
    { text: 'Unpublish', as: 'button' },
    { text: 'View', as: 'link', to: /^\/post\/\d+$/ },
    { text: 'published' },
  ]),
  ...rowsOf('/admin/draft/{draft}?versions', undefined, [
    { text: 'Current Version', as: 'heading', inside: panel },
    { text: new RegExp(`Last updated.*${MINUTE.source}`), as: 'part', inside: panel },
    { text: 'draft', inside: panel },
  ]),
  ...rowsOf('/admin/draft/{blank}', undefined, [{ text: 'No content available' }]),
  ...['/admin/draft/999999', '/admin/draft/none', '/admin/draft/edit/999999'].flatMap((screen) =>
    rowsOf(screen, undefined, [{ text: 'Article not found' }]),
  ),
  ...rowsOf('/admin/draft/{own draft}', undefined, [
    { ...publish, text: 'Article published successfully', as: 'notice' },
    { ...publish, text: 'Unpublish', as: 'button' },
  ]),
  ...rowsOf('/admin/draft/{own story}', undefined, [
    { ...unpublish, text: 'Article unpublished successfully', as: 'notice' },
    { ...unpublish, text: 'Publish', as: 'button' },
  ]),
  ...failures('/admin/draft/{draft}', 'articles.publish', [
    { ...publish, text: 'Error', as: 'notice', detail: 'Failed to publish article' },
  ]),
  ...failures('/admin/draft/{story}', 'articles.unpublish', [
    { ...unpublish, text: 'Error', as: 'notice', detail: 'Failed to unpublish article' },
  ]),
])
