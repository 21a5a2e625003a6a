import type { Block, Passage } from '@nightdesk/contracts'
import { plainText } from '@nightdesk/editor'
import { api } from '../../../api.ts'
import { notify } from '../../notify.ts'
import { useOpenEditor } from './open-editor.tsx'

/** Inserts old text into the draft at the caret; the editor’s Undo removes it. */
export function useInsert() {
  const editor = useOpenEditor()
  const utils = api.useUtils()

  async function insert(block: Block) {
    await editor.current?.insert([block])
    notify({ kind: 'success', title: 'Inserted into the draft', topic: 'insert' })
  }
  async function insertPassage({ article_id, last_version_id, text }: Passage) {
    const { content } = await utils.versions.get.fetch({ id: article_id, version_id: last_version_id })
    await insert(content.find((block) => plainText([block]) === text) ?? asParagraph(text))
  }
  return { insert, insertPassage }
}

/** Fallback to plain text when the block is not found in that version. */
const asParagraph = (text: string): Block => ({ type: 'paragraph', children: [{ text }] })
