import { createHash } from 'node:crypto'
import type { Block } from '@nightdesk/contracts'
import type { Tx } from '@nightdesk/db'
import { plainText } from '@nightdesk/editor'
import { sql } from 'kysely'

interface WrittenVersion {
  version_number: number
  content: Block[]
}

/** Records which paragraphs a new version adds and removes, for the search of old versions. */
export async function recordPassages(
  tx: Tx,
  articleId: number,
  { version_number, content }: WrittenVersion,
): Promise<void> {
  const texts = new Map(passagesOf(content).map((text) => [hashOf(text), text]))
  const known = await tx
    .selectFrom('passages')
    .where('article_id', '=', articleId)
    .where('last_version', 'is', null)
    .select('hash')
    .execute()
  const gone = known.filter(({ hash }) => !texts.delete(hash.toString('hex')))
  if (gone.length > 0) {
    await tx
      .updateTable('passages')
      .set({ last_version: version_number - 1 })
      .where('article_id', '=', articleId)
      .where('last_version', 'is', null)
      .where('hash', '=', sql<Buffer>`any(${gone.map(({ hash }) => hash)})`)
      .execute()
  }
  if (texts.size > 0) {
    // One parameter for all: a statement may have fewer parameters than there are paragraphs.
    const list = [...texts.values()]
    await sql`
      insert into passages (article_id, hash, text, first_version)
      select ${articleId}, sha256(convert_to(text, 'UTF8')), text, ${version_number}
      from unnest(${list}::text[]) text`.execute(tx)
  }
}

const passagesOf = (content: Block[]) =>
  content.map((block) => plainText([block])).filter((text) => /\S/.test(text))

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
