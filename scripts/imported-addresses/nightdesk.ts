import { zip } from '../../packages/import/src/testing.ts'
import type { OldSite } from './old-site.ts'

const lines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

/** With numbers that are too high to be the same here. */
export const nightdesk: OldSite = {
  name: 'Nightdesk',
  file: 'stories.zip',
  bytes: zip({
    'nightdesk.json': JSON.stringify({ format: 1, installation: 'a', site: { url: 'https://lamp.example' } }),
    'stories/900000001-a-lamp/index.md':
      '---\nid: 900000001\ntitle: A lamp\nstate: published\ndate: 2021-05-04T03:02:01.000Z\ntags: [Far Moon]\ncredits:\n  - person: 900000002\n    name: Mira Sol\n    role: author\n---\n',
    'stories/900000001-a-lamp/blocks.json': '[{"type":"paragraph","children":[{"text":"Lit"}]}]',
    'people.jsonl': lines({ id: 900000002, name: 'Mira Sol', links: [] }),
    'tags.jsonl': lines({ id: 3, name: 'Far Moon', slug: 'moon' }),
    'redirects.jsonl': lines({ path: '/lantern', story: 900000001 }, { path: '/sea', target: '/tag/moon' }),
  }),
  addresses: [
    ['/post/900000001', 'A lamp'],
    ['/post/900000001/', 'A lamp'],
    ['/post/900000001?utm_source=letter', 'A lamp'],
    ['/post/900000001.epub', '/post/N.epub'],
    ['/author/900000002', 'Mira Sol'],
    ['/author/900000002/rss.xml', '/author/N/rss.xml'],
    ['/author/900000002/feed.json', '/author/N/feed.json'],
    ['/tag/moon', 'Far Moon'],
    ['/tag/moon/atom.xml', '/tag/far-moon/atom.xml'],
    ['/lantern/', 'A lamp'],
    ['/sea', 'Far Moon'],
  ],
}
