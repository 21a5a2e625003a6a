import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@nightdesk/storage/testing'
import { strToU8, type ZipOptions, zipSync } from 'fflate'
import { onTestFinished } from 'vitest'
import type { Source } from './model.ts'
import { openSource, type SourceOptions } from './open-source.ts'

/** A file with these bytes in a folder of its own. */
export async function temporaryFile(name: string, bytes: string | Uint8Array): Promise<string> {
  const path = join(await temporaryDirectory(), name)
  await writeFile(path, bytes)
  return path
}

/** A file with these bytes as a source, until the test is finished. */
export async function openTemporary(
  name: string,
  bytes: string | Uint8Array,
  options?: SourceOptions,
): Promise<Source> {
  const source = await openSource(await temporaryFile(name, bytes), options)
  onTestFinished(source.close)
  return source
}

/** A zip file with these texts and bytes. */
export const zip = (
  files: Readonly<Record<string, string | Uint8Array>>,
  options: ZipOptions = {},
): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path, typeof text === 'string' ? strToU8(text) : text]),
    ),
    options,
  )

/** A red pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)

const cdata = (text: string) => `<![CDATA[${text}]]>`

/** An item of an export, with an id, and more elements before its end. */
export const wxrItem = (id: number, fields: Readonly<Record<string, string>>, more = '') => {
  const all = {
    title: `Story ${id}`,
    link: `https://lamp.example/2021/05/story-${id}/`,
    'dc:creator': 'mira',
    'wp:post_id': `${id}`,
    'wp:post_date_gmt': '2021-05-04 03:02:01',
    'wp:post_modified_gmt': '2021-06-04 03:02:01',
    'wp:status': 'publish',
    'wp:post_type': 'post',
    ...fields,
  }
  const elements = Object.entries(all).map(([name, text]) => `<${name}>${cdata(text)}</${name}>`)
  return `<item>${elements.join('')}${more}</item>`
}

export const wxrMeta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`

export const wxrPicture = (id: number, parent: number, name: string) =>
  wxrItem(
    id,
    {
      'wp:post_type': 'attachment',
      'wp:status': 'inherit',
      'wp:post_parent': `${parent}`,
      link: `https://lamp.example/2021/05/story-${parent}/${name}/`,
      'wp:attachment_url': `https://lamp.example/wp-content/uploads/${name}.jpg`,
      'excerpt:encoded': `The ${name} at dusk`,
    },
    wxrMeta('_wp_attachment_image_alt', `A ${name}`),
  )

/** An export of one small magazine. */
export const wxr = (items: readonly string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>The Lamp</title>
<link>https://lamp.example</link>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:author><wp:author_id>2</wp:author_id><wp:author_login>mira</wp:author_login><wp:author_email>mira@lamp.example</wp:author_email>
<wp:author_display_name>${cdata('Mira Sol')}</wp:author_display_name></wp:author>
<wp:category><wp:term_id>3</wp:term_id><wp:category_nicename>sea</wp:category_nicename><wp:cat_name>${cdata('Sea')}</wp:cat_name></wp:category>
<wp:category><wp:category_nicename>storms</wp:category_nicename><wp:category_parent>sea</wp:category_parent>
<wp:cat_name>${cdata('Storms')}</wp:cat_name></wp:category>
<wp:tag><wp:tag_slug>far-moon</wp:tag_slug><wp:tag_name>${cdata('Far Moon')}</wp:tag_name></wp:tag>
${items.join('\n')}
</channel>
</rss>`
