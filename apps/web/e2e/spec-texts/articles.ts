import { paragraph } from '../content.ts'
import type { EditedDraft } from './site.ts'

export const FERRY = 'The ferry leaves at dusk.'

/** Shared by all rows, and never changed. */
const shared: Record<string, EditedDraft> = {
  draft: { title: 'A Lamp for Ceres', content: [paragraph('The lamp goes out at noon.')] },
  story: { title: 'The Night Ferry', content: [paragraph(FERRY)], published: true },
  blank: { title: 'An Empty Page' },
}

/** Created for each scene, which may change them. */
const own: Record<string, EditedDraft> = {
  'own draft': { title: 'A Draft of My Own', content: [paragraph('First words.')] },
  edited: {
    title: 'A Lamp for Vesta',
    content: [paragraph('The first text.')],
    editedTo: { title: 'A Lamp for Pallas', content: [paragraph('The second text.')] },
  },
  'own story': { title: 'A Story of My Own', content: [paragraph('First words.')], published: true },
}

/** Replaces names with ids: `/post/{story}` becomes `/post/2`. */
export function createArticles(write: (draft: EditedDraft) => Promise<number>) {
  const written = new Map<string, number>()

  async function idOf(name: string): Promise<number> {
    const known = written.get(name)
    if (known) return known
    const draft = shared[name] ?? own[name]
    if (!draft) throw new Error(`There is no article ${name}`)
    const id = await write(draft)
    if (name in shared) written.set(name, id)
    return id
  }

  return {
    writeShared: async () => {
      for (const name of Object.keys(shared)) await idOf(name)
    },
    resolve: async (screen: string) => {
      const name = /\{(.*)\}/.exec(screen)?.[1]
      return name ? screen.replace(`{${name}}`, String(await idOf(name))) : screen
    },
  }
}
