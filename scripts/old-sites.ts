import { PNG, wxr, wxrItem, wxrMeta, wxrPicture, zip } from '../packages/import/src/testing.ts'

/** An export of another product, and where the addresses of its site must lead. */
interface OldSite {
  name: string
  file: string
  bytes: string | Uint8Array
  /** Each with the heading of its page here, the path of its feed with N for numbers, or “picture”. */
  addresses: readonly (readonly [address: string, place: string])[]
}

const category = (domain: string, slug: string, name: string) =>
  `<category domain="${domain}" nicename="${slug}">${name}</category>`

const IN_CATEGORIES =
  category('category', 'sea', 'Sea') +
  category('category', 'storms', 'Storms') +
  category('post_tag', 'far-moon', 'Far Moon')

const wordpress: OldSite = {
  name: 'WordPress',
  file: 'lamp.xml',
  bytes: wxr([
    wxrItem(
      7,
      { 'content:encoded': '<img src="/wp-content/uploads/lighthouse-300x200.jpg">' },
      IN_CATEGORIES + wxrMeta('_wp_old_slug', 'a-lamp'),
    ),
    wxrItem(12, { link: 'https://lamp.example/caf%E9/' }),
    wxrPicture(9, 7, 'lighthouse'),
  ]),
  addresses: [
    ['/2021/05/story-7/', 'Story 7'],
    ['/2021/05/story-7', 'Story 7'],
    ['/2021/05/story-7/?utm_source=letter', 'Story 7'],
    ['/2021/05/story-7/feed/', 'Story 7'],
    ['/2021/05/story-7/amp/', 'Story 7'],
    ['/2021/05/a-lamp/', 'Story 7'],
    ['/2021/05/story-7/lighthouse/', 'Story 7'],
    ['/caf%E9/', 'Story 12'],
    ['/?p=7', 'Story 7'],
    ['/index.php?p=7', 'Story 7'],
    ['/?attachment_id=9', 'Story 7'],
    ['/feed/', '/rss.xml'],
    ['/feed', '/rss.xml'],
    ['/feed/atom/', '/rss.xml'],
    ['/?feed=rss2', '/rss.xml'],
    ['/category/sea/', 'Sea'],
    ['/category/sea', 'Sea'],
    ['/category/sea/page/2/', 'Sea'],
    ['/category/sea/feed/', '/tag/sea/rss.xml'],
    ['/category/sea/storms/', 'Storms'],
    ['/?cat=3', 'Sea'],
    ['/tag/far-moon/', 'Far Moon'],
    ['/?tag=far-moon', 'Far Moon'],
    ['/author/mira/', 'Mira Sol'],
    ['/author/mira/feed/', '/author/N/rss.xml'],
    ['/?author=2', 'Mira Sol'],
    ['/comments/feed/', '/rss.xml'],
    ['/2021/', '/'],
    ['/2021/05/', '/'],
    ['/2021/05/04/', '/'],
    ['/2021/05/page/2/', '/'],
    ['/page/2/', '/'],
    ['/wp-sitemap.xml', '/sitemap.xml'],
    ['/index.php/2021/05/story-7/', 'Story 7'],
    ['/index.php/2021/05/', '/'],
    ['/wp-content/uploads/lighthouse.jpg', 'picture'],
    ['/wp-content/uploads/lighthouse-300x200.jpg', 'picture'],
  ],
}

const wordpressInFolder: OldSite = {
  name: 'WordPress below a path',
  file: 'lamp.xml',
  bytes: wxr([wxrItem(7, { link: 'https://lamp.example/blog/story-7/' }, IN_CATEGORIES)]).replace(
    '<link>https://lamp.example</link>',
    '<link>https://lamp.example/blog</link>',
  ),
  addresses: [
    ['/blog/', '/'],
    ['/blog/story-7/', 'Story 7'],
    ['/blog/?p=7', 'Story 7'],
    ['/blog/feed/', '/rss.xml'],
    ['/blog/page/2/', '/'],
    ['/blog/2021/05/', '/'],
    ['/blog/comments/feed/', '/rss.xml'],
    ['/blog/?cat=3', 'Sea'],
    ['/blog/category/sea/', 'Sea'],
  ],
}

const post = {
  id: '1',
  uuid: 'aaaa-1',
  title: 'A lamp',
  slug: 'a-lamp',
  status: 'published',
  published_at: '2021-05-04T03:02:01.000Z',
  html: '<p>Lit</p><img src="__GHOST_URL__/content/images/2021/05/lamp.png">',
}
const ghostData = {
  posts: [post],
  users: [{ id: 'u1', name: 'Mira Sol', slug: 'mira' }],
  tags: [{ id: 't1', name: 'Quiet Sea', slug: 'calm' }],
  posts_authors: [{ post_id: '1', author_id: 'u1' }],
  posts_tags: [{ post_id: '1', tag_id: 't1' }],
  settings: [{ key: 'permalinks', value: '/:year/:slug/' }],
}

const ghost: OldSite = {
  name: 'Ghost',
  file: 'lamp.zip',
  bytes: zip({
    'lamp.ghost.2021-05-04.json': JSON.stringify({ db: [{ data: ghostData }] }),
    'content/images/2021/05/lamp.png': PNG,
    'redirects.json': JSON.stringify([{ from: '^/lantern/?$', to: '/a-lamp/', permanent: true }]),
  }),
  addresses: [
    ['/a-lamp/', 'A lamp'],
    ['/a-lamp', 'A lamp'],
    ['/2021/a-lamp/', 'A lamp'],
    ['/2021/a-lamp/amp/', 'A lamp'],
    ['/p/aaaa-1/', 'A lamp'],
    ['/lantern/', 'A lamp'],
    ['/rss/', '/rss.xml'],
    ['/sitemap-posts.xml', '/sitemap.xml'],
    ['/page/2/', '/'],
    ['/tag/calm/', 'Quiet Sea'],
    ['/tag/calm/page/2/', 'Quiet Sea'],
    ['/tag/calm/rss/', '/tag/quiet-sea/rss.xml'],
    ['/author/mira/', 'Mira Sol'],
    ['/author/mira/rss/', '/author/N/rss.xml'],
    ['/content/images/2021/05/lamp.png', 'picture'],
    ['/content/images/size/w600/2021/05/lamp.png', 'picture'],
    ['/content/images/size/w1000/format/webp/2021/05/lamp.png', 'picture'],
  ],
}

const jekyll: OldSite = {
  name: 'Jekyll',
  file: 'blog.zip',
  bytes: zip({
    '_config.yml': 'title: The Lamp\nurl: https://lamp.example\npermalink: /:year/:month/:day/:title.html',
    '_posts/2021-05-04-a-lamp.md':
      '---\ntitle: A lamp\nauthor: Mira Sol\ntags: [Far Moon]\ncategories: [Tide]\nredirect_from: /lantern/\n---\n![](/assets/lamp.png)',
    'assets/lamp.png': PNG,
  }),
  addresses: [
    ['/2021/05/04/a-lamp.html', 'A lamp'],
    ['/2021/05/04/a-lamp', 'A lamp'],
    ['/2021/05/04/a-lamp/', 'A lamp'],
    ['/lantern', 'A lamp'],
    ['/feed.xml', '/rss.xml'],
    ['/tags/far-moon/', 'Far Moon'],
    ['/category/tide', 'Tide'],
    ['/author/mira-sol/', 'Mira Sol'],
    ['/assets/lamp.png', 'picture'],
  ],
}

const hugo: OldSite = {
  name: 'Hugo below a path',
  file: 'blog.zip',
  bytes: zip({
    'hugo.toml': 'baseURL = "https://lamp.example/site/"\ntitle = "The Lamp"',
    'content/stories/a-lamp/index.md':
      '+++\ntitle = "A lamp"\ndate = 2021-05-04\ntags = ["Far Moon"]\nauthors = ["Mira Sol"]\naliases = ["/lantern"]\n+++\n![](lamp.png)',
    'content/stories/a-lamp/lamp.png': PNG,
  }),
  addresses: [
    ['/site/', '/'],
    ['/site/stories/a-lamp/', 'A lamp'],
    ['/site/stories/a-lamp', 'A lamp'],
    ['/site/stories/a-lamp/index.html', 'A lamp'],
    ['/site/lantern/', 'A lamp'],
    ['/site/index.xml', '/rss.xml'],
    ['/site/posts/', '/'],
    ['/site/posts/index.xml', '/rss.xml'],
    ['/site/posts/page/2/', '/'],
    ['/site/tags/', 'Search'],
    ['/site/tags/far-moon/', 'Far Moon'],
    ['/site/tags/far-moon/index.xml', '/tag/far-moon/rss.xml'],
    ['/site/tags/far-moon/page/2/', 'Far Moon'],
    ['/site/authors/mira-sol/', 'Mira Sol'],
    ['/site/stories/a-lamp/lamp.png', 'picture'],
  ],
}

const substack: OldSite = {
  name: 'Substack',
  file: 'lamp.zip',
  bytes: zip({
    'posts.csv':
      'post_id,post_date,is_published,type,audience,title\n11.a-lamp,2021-05-04T03:02:01.000Z,true,newsletter,everyone,A lamp\n',
    'posts/11.a-lamp.html': '<p>Lit</p>',
  }),
  addresses: [
    ['/p/a-lamp', 'A lamp'],
    ['/p/a-lamp/', 'A lamp'],
    ['/p/a-lamp/comments', 'A lamp'],
    ['/feed', '/rss.xml'],
    ['/feed/', '/rss.xml'],
    ['/archive', '/'],
  ],
}

const medium: OldSite = {
  name: 'Medium',
  file: 'medium.zip',
  bytes: zip({
    'posts/2021-05-04_A-lamp-abcd12345678.html': `<article><h1 class="p-name">A lamp</h1>
      <section class="e-content"><p class="graf">Lit</p></section><footer><a class="p-tag">Far Moon</a>
      <a class="p-author">Mira Sol</a><time class="dt-published" datetime="2021-05-04T03:02:01.000Z"></time>
      <a class="p-canonical" href="https://medium.com/@mira/a-lamp-abcd12345678"></a></footer></article>`,
  }),
  addresses: [
    ['/a-lamp-abcd12345678', 'A lamp'],
    ['/@mira/a-lamp-abcd12345678/', 'A lamp'],
    ['/p/abcd12345678', 'A lamp'],
    ['/feed', '/rss.xml'],
    ['/@mira', 'Mira Sol'],
    ['/tagged/far-moon', 'Far Moon'],
  ],
}

const lines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

/** With numbers that are too high to be the same here. */
const nightdesk: OldSite = {
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

export const OLD_SITES: readonly OldSite[] = [
  wordpress,
  wordpressInFolder,
  ghost,
  jekyll,
  hugo,
  substack,
  medium,
  nightdesk,
]
