import type { AdminArticle, Article, FieldError } from '@nightdesk/contracts'
import type { Notify } from '../../../ui/toast.tsx'
import type { ArticleServer, Work } from './article-server.ts'
import type { ArticleText } from './article-text.ts'
import type { Journal } from './journal.ts'
import type { LimitNotice } from './limits.ts'
import type { MergedText, TextChoices } from './merge-text.ts'
import type { Offer } from './offers.ts'
import type { SaveState } from './save-machine.ts'
import type { Saver } from './saver.ts'

/** Shows a text: `isAnother` when it is no merge with the present one, whose uploads end. */
export type ReplaceText = (text: ArticleText, isAnother?: boolean) => void

/** What the writing on one article needs of its surroundings. */
export interface Surroundings {
  /** Null for a new one. */
  article: Article | null
  server: ArticleServer
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

/** An offer of unsaved work, and the ways to answer it. */
export interface OpenOffer extends Offer {
  /** The text it is compared with. */
  opened: ArticleText
  /** The article was saved since: restoring merges. */
  isMerged: boolean
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
  /** Keeps the present text on this device, at once or within half a second. */
  keep(): Promise<void>
  keepSoon(): void
}
