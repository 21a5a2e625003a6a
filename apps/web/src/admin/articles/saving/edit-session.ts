import type { AdminArticle, Article, FieldError } from '@nightdesk/contracts'
import type { Notify } from '../../../ui/toast.tsx'
import type { ArticleServer, DraftState } from './article-server.ts'
import type { ArticleText } from './article-text.ts'
import type { Journal } from './journal/journal.ts'
import type { LimitNotice } from './machine/limits.ts'
import type { SaveState } from './machine/save-machine.ts'
import type { Saver } from './machine/saver.ts'
import type { MergedText, TextChoices } from './merge/merge-text.ts'
import type { RecoverableDraft } from './recovery/offer-recoverable.ts'
import type { Opening } from './recovery/opening.ts'

/** Shows a text: `isAnother` when it is no merge with the present one, whose uploads end. */
export type ReplaceText = (text: ArticleText, isAnother?: boolean) => void

/** What the writing on one article depends on. */
export interface EditDependencies {
  /** Null for a new one. */
  article: Article | null
  /** Names the text in the journal: see `subjectOf`. */
  subject: string
  opening: Opening
  server: ArticleServer
  /** The calls about the article that the first save of a new one makes. */
  serverOf?(id: number): ArticleServer
  /** Loads what it takes to show another text; the result does so at once, and the form reports the change. */
  prepareReplace(): Promise<ReplaceText>
  notify: Notify
  /** Title of the notice about a save that failed. */
  failureTitle: string
  onSaved(article: AdminArticle): void
}

/** An overlap of two edits, and the way on. */
export interface Conflict {
  merged: MergedText
  decide(choices: TextChoices): void
  /** Everything stays as it is. */
  later(): void
}

/** Another copy of the text, and the ways to answer what becomes of it. */
export interface OfferedDraft extends RecoverableDraft {
  /** The text it is compared with. */
  opened: ArticleText
  restore(): void
  decline(): void
  later(): void
}

/** What the screen shows of the work. */
export interface EditState {
  save: SaveState
  limit: LimitNotice | undefined
  /** What the server said of the fields at the last save. */
  refused: FieldError[] | undefined
  /** This browser keeps nothing: what is not on the server is lost with the page. */
  isJournalBroken: boolean
  /** When the unsaved changes began; null while there are none. */
  unpublished_since: string | null
  offer: OfferedDraft | null
  conflict: Conflict | null
  asksToSignIn: boolean
}

/** What the parts of the writing share. */
export interface EditSession {
  dependencies: EditDependencies
  /** Whose work it is; whoever else signs in meanwhile neither sees nor saves it. */
  user: number
  draft: DraftState
  saver: Saver
  /** While the article is open. */
  journal: Journal | undefined
  /** Aborted when the article is left. */
  closed: AbortSignal
  /** Offers are made one after another: this is when the last of them is answered. */
  answered: Promise<unknown>
  setState(change: Partial<Omit<EditState, 'save'>>): void
  /** What was sent when the page seemed to be left. */
  sentOnLeave: ArticleText | undefined
  /** When something was typed last, in milliseconds of the clock. */
  changed_at: number
  /** Opens sign-in over the text when nobody types any more: no key may go into its fields, and none get lost. */
  askToSignIn(): void
  /** Who is signed in now. */
  readUserId(): number | null
  /** Keeps the present text on this device, at once or within half a second. */
  keep(): Promise<void>
  keepSoon(isStashed?: boolean): void
}
