import type { AdminArticle, Article, FieldError } from '@nightdesk/contracts'
import type { Notify } from '../../../ui/toast.tsx'
import type { ArticleServer, Work } from './article-server.ts'
import type { ArticleText } from './article-text.ts'
import type { Journal } from './journal.ts'
import type { LimitNotice } from './limits.ts'
import type { MergedText, TextChoices } from './merge-text.ts'
import type { Offer } from './offer-work.ts'
import type { Opening } from './opening.ts'
import type { SaveState } from './save-machine.ts'
import type { Saver } from './saver.ts'

/** Shows a text: `isAnother` when it is no merge with the present one, whose uploads end. */
export type ReplaceText = (text: ArticleText, isAnother?: boolean) => void

/** What the writing on one article needs of its surroundings. */
export interface Surroundings {
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
export interface OpenOffer extends Offer {
  /** The text it is compared with. */
  opened: ArticleText
  restore(): void
  decline(): void
  later(): void
}

/** What the screen shows of the work. */
export interface WritingView {
  save: SaveState
  limit: LimitNotice | undefined
  /** What the server said of the fields at the last save. */
  refused: FieldError[] | undefined
  /** This browser keeps nothing: what is not on the server is lost with the page. */
  isJournalBroken: boolean
  /** When the unsaved changes began; null while there are none. */
  unpublished_since: string | null
  offer: OpenOffer | null
  conflict: Conflict | null
  asksToSignIn: boolean
}

/** What the parts of the writing share. */
export interface Desk {
  surroundings: Surroundings
  /** Whose work it is; whoever else signs in meanwhile neither sees nor saves it. */
  user: number
  work: Work
  saver: Saver
  /** While the article is open. */
  journal: Journal | undefined
  /** Aborted when the article is left. */
  closed: AbortSignal
  /** Offers are made one after another: this is when the last of them is answered. */
  answered: Promise<unknown>
  show(change: Partial<Omit<WritingView, 'save'>>): void
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
  keepSoon(isAside?: boolean): void
}
