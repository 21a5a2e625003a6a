import { paragraph } from '../content.ts'
import { type Draft, type TestSite, write } from '../test-site.ts'

export const FERRY = 'The ferry leaves at dusk.'

interface EditedDraft extends Draft {
  /** Saves a second version. */
  editedTo?: { title: string; content: unknown[] }
}

/** Shared by all rows, and never changed. */
const shared: Record<string, Draft> = {
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

/** Writes the shared articles. @returns replaces names with ids: `/post/{story}` becomes `/post/2` */
export async function writeArticles({ api }: TestSite) {
  const written = new Map<string, number>()
  for (const [name, draft] of Object.entries(shared)) written.set(name, await write(api, draft))

  async function writeOwn(name: string): Promise<number> {
    const found = own[name]
    if (!found) throw new Error(`There is no article ${name}`)
    const { editedTo, ...draft } = found
    const id = await write(api, draft)
    if (editedTo) await api.put(`/admin/articles/${id}`, { data: editedTo })
    return id
  }

  return async (screen: string) => {
    const name = /\{(.*)\}/.exec(screen)?.[1]
    return name ? screen.replace(`{${name}}`, String(written.get(name) ?? (await writeOwn(name)))) : screen
  }
}
