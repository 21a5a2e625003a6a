import { paths } from '../../../paths.ts'
import { type ApiClient, articleServer } from './article-server.ts'
import { isNew, nameOf, type Subject, textOf } from './draft-text.ts'
import { openJournalDb, removeEntry } from './journal.ts'
import { openSaved } from './opening.ts'
import { claimOrphanedEntries, type OrphanedEntry, statusOf } from './orphaned-entries.ts'
import { addPendingSend, flushAllEditors } from './pending-sends.ts'

/**
 * Sends journal entries of closed windows that continue what the server has. Diverged and refused ones wait until their
 * text is opened, which merges them.
 * @returns whether there were any unsent entries
 */
export async function sendOrphaned(client: ApiClient, user: number): Promise<boolean> {
  const subjects = await unsentSubjects(user)
  for (const subject of subjects.filter((one) => !isShown(one))) {
    const sending = sendEntries(client, user, subject)
    addPendingSend(subject, sending)
    await sending
  }
  return subjects.length > 0
}

async function sendEntries(client: ApiClient, user: number, subject: Subject): Promise<void> {
  const entries = await claimOrphanedEntries(user, subject)
  try {
    for (const entry of entries) await sendEntry(client, entry)
  } catch {
    // The other texts are sent all the same.
  } finally {
    for (const entry of entries) entry.release()
  }
}

/** Whether this window has the text open, or is about to. */
function isShown(subject: Subject): boolean {
  const { pathname, search } = window.location
  return isNew(subject)
    ? pathname + search === paths.admin.continueDraft(subject.key)
    : pathname === paths.admin.editDraft(subject.id)
}

/** The texts with changes on this device that the server lacks. */
async function unsentSubjects(user: number): Promise<Subject[]> {
  const entries = await (await openJournalDb()).getAllFromIndex('entries', 'user', user)
  const unsent = entries.filter(({ is_sent }) => !is_sent).map(({ subject }) => subject)
  return [...new Map(unsent.map((subject) => [nameOf(subject), subject])).values()]
}

async function sendEntry(client: ApiClient, entry: OrphanedEntry): Promise<void> {
  const { subject, text, base_version, base_tags } = entry
  const article = isNew(subject) ? null : await client.articles.get.query(subject).catch(() => null)
  const isGone = article === null ? !isNew(subject) : article.state === 'deleted'
  if (isGone) return
  const server = articleServer(client, subject)
  const copy = await server.readCopy()
  const saved = openSaved(article, copy)
  const status = statusOf(entry, copy ? { ...saved, text: textOf(copy) } : saved)
  if (status === 'ahead') {
    await server.putCopy({
      text,
      base: { version_number: base_version, text: { ...saved.text, tags: base_tags } },
      copy_revision: copy?.revision ?? 0,
    })
  }
  if (status === 'ahead' || status === 'stored') await entry.remove()
}

/** Milliseconds that other windows get to send their changes. */
const TIMEOUT = 3_000
const POLL_EVERY = 200

/**
 * Before signing out, sends all unsaved changes on this device: those of this window, of other open windows and of closed
 * ones.
 * @returns whether the server has all of them
 */
export async function sendEverything(client: ApiClient, user: number): Promise<boolean> {
  try {
    const areSent = await flushAllEditors()
    // Without https, the device keeps nothing that could be left to send.
    if (!navigator.locks) return areSent
    await sendOrphaned(client, user)
    const end = Date.now() + TIMEOUT
    while ((await unsentSubjects(user)).length > 0) {
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
