import { expect, test } from 'vitest'
import { renderPage } from '../entry-server.tsx'
import { anArticle, apiOf, site } from './testing.ts'

const code = { type: 'code-block', children: [{ type: 'code-line', children: [{ text: 'a' }] }] }
const stories = [anArticle({ id: 7, content: [code] })]
const options = { api: apiOf(stories), site, now: '2026-11-23T22:30:00.000Z', is_static: true }

test.each(['/', '/post/7', '/privacy', '/nowhere'])(
  '%s without a server has no script and no control, and says that it is a copy',
  async (url) => {
    const { html } = await renderPage(url, options)

    expect(html).not.toMatch(
      /<(?:form|button|select|input)\b|<script(?! type="application\/ld\+json")|SearchAction/,
    )
    expect(html).toContain(
      'A copy of The Night Desk of <time dateTime="2026-11-23T22:30:00.000Z">November 24, 2026</time>',
    )
  },
)
