import { Readable } from 'node:stream'
import { flat } from '@nightdesk/images/testing'
import { runJob } from '../job-runs.ts'
import type { JobContext } from '../task.ts'
import { createUser, ctx, db } from '../testing.ts'

export const admin = await createUser()
export const picture = await flat(60, 40).png().toBuffer()
const item = (id: number, site: string) => `<item><title>Story ${id}</title>
  <link>https://lamp.example/story-${id}/</link><wp:post_id>${id}</wp:post_id><wp:status>publish</wp:status>
  <wp:post_type>post</wp:post_type><wp:post_date_gmt>2021-05-04 03:02:01</wp:post_date_gmt>
  <content:encoded><![CDATA[A lamp in the night. <img src="${site}/lamp.png" alt="A lamp">]]></content:encoded></item>`
export const wordpress = (
  site: string,
) => `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
  <channel><title>The Lamp</title><link>https://lamp.example</link><wp:wxr_version>1.2</wp:wxr_version>
  ${[1, 2, 3].map((id) => item(id, site)).join('')}</channel></rss>`

/** An import of an uploaded file. */
export async function upload(file: string, text: string): Promise<number> {
  const name = `${crypto.randomUUID()}.import`
  await ctx.import_files.write(name, Readable.from([text]))
  const { id } = await db
    .insertInto('imports')
    .values({ file, upload: name, made_by: admin })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

let jobs = 0
/** Runs a task as the worker does. */
export const run = (task: (ctx: JobContext) => Promise<void>, stopping = ctx.stopping) =>
  runJob(
    db,
    'desk',
    {
      id: String(++jobs),
      task_identifier: 'run-import',
      attempts: 1,
      max_attempts: 8,
      created_at: new Date(),
      locked_by: null,
    },
    (own) => task({ ...ctx, ...own, stopping }),
    stopping,
  )

export const read = (id: number) =>
  db.selectFrom('imports').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
export const items = (id: number) =>
  db
    .selectFrom('import_items')
    .where('import_id', '=', id)
    .select(['id', 'state', 'article_id', 'failure'])
    .orderBy('position')
    .execute()
export const statesOf = async (id: number) => (await items(id)).map(({ state }) => state)

/** The names of the files that imports need. */
export const uploads = () => Array.fromAsync(ctx.import_files.list(), ({ key }) => key)
