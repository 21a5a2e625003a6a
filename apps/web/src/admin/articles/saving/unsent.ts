import type { AdminArticle } from '@nightdesk/contracts'
import { articleServer, newArticleServer } from './article-server.ts'
import { openJournalDb, removeEntry } from './journal.ts'
import { openSaved } from './opening.ts'
import { claimOrphanedEntries, fillIn, statusOf } from './orphaned-entries.ts'
import { sendAll } from './pending-sends.ts'

type Client = Parameters<typeof articleServer>[0]

/**
 * Sends journal entries of closed windows that continue what the server has. Diverged and refused ones wait until their
 * text is opened.
 * @returns whether there were any unsent entries
 */
export async function sendOrphaned(client: Client, user: number): Promise<boolean> {
  const subjects = await unsentSubjects(user)
  for (const subject of subjects) {
    const entries = await claimOrphanedEntries(user, subject)
    try {
      for (const entry of entries) await sendEntry(client, entry)
    } catch {
      // The other texts are sent all the same.
    } finally {
      for (const entry of entries) entry.release()
    }
  }
  return subjects.size > 0
}

/** The texts with changes on this device that the server lacks. */
async function unsentSubjects(user: number): Promise<Set<string>> {
  const entries = await (await openJournalDb()).getAllFromIndex('entries', 'user', user)
  return new Set(entries.filter(({ is_sent }) => !is_sent).map(({ subject }) => subject))
}

async function sendEntry(client: Client, orphan: Parameters<typeof fillIn>[0]): Promise<void> {
  const found = await findSubject(client, orphan.subject)
  if (!found) return
  const { server, article } = found
  const copy = await server.readCopy()
  const saved = openSaved(article, copy)
  const opening = copy ? { ...saved, text: copy.text } : saved
  const entry = fillIn(orphan, opening.text)
  const status = statusOf(entry, opening)
  if (status === 'ahead') {
    await server.putCopy({
      text: entry.text,
      base: { version_number: entry.base_version, text: { ...saved.text, tags: entry.base_tags } },
      copy_revision: copy?.revision ?? 0,
    })
  }
  if (status === 'ahead' || status === 'stored') await entry.remove()
}

/** @returns undefined when the article is gone, or in the trash */
async function findSubject(client: Client, subject: string) {
  const [kind, name = ''] = subject.split(' ')
  if (kind === 'new') return { server: newArticleServer(client, name, () => undefined), article: null }
  const id = Number(name)
  const article: AdminArticle | null = await client.articles.get.query({ id }).catch(() => null)
  if (!article || article.state === 'deleted') return
  return { server: articleServer(client, id, () => undefined), article }
}

/** Milliseconds that other windows get to send their changes. */
const TIMEOUT = 3_000
const POLL_EVERY = 200

/**
 * Sends all unsaved changes on this device: those of this window, of other open windows and of closed ones.
 * @returns whether the server has all of them
 */
export async function sendEverything(
  client: Parameters<typeof articleServer>[0],
  user: number,
): Promise<boolean> {
  try {
    await sendAll()
    await sendOrphaned(client, user)
    const end = Date.now() + TIMEOUT
    while ((await unsentSubjects(user)).size > 0) {
      if (Date.now() > end) return false
      await new Promise((resolve) => setTimeout(resolve, POLL_EVERY))
    }
    return true
  } catch {
    return false
  }
}

/** Deletes the user's journal entries, so that nobody else can read them on this device. */
export async function clearDevice(user: number): Promise<void> {
  const keys = await (await openJournalDb()).getAllKeysFromIndex('entries', 'user', user)
  await Promise.all(keys.map(removeEntry))
}
