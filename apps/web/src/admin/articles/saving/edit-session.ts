import type { AdminArticle, Article, FieldError } from '@nightdesk/contracts'
import type { Notify } from '../../../ui/overlays/toast.tsx'
import type { ArticleServer, DraftState } from './article-server.ts'
import type { DraftText } from './draft-text.ts'
import type { Journal } from './journal/journal.ts'
import type { LimitNotice } from './machine/limits.ts'
import type { SaveState } from './machine/save-machine.ts'
import type { Saver } from './machine/saver.ts'
import type { MergedText, TextChoices } from './merge/merge-text.ts'
import type { Opening } from './recovery/opening.ts'
import type { RecoverableDraft } from './recovery/prompt-recovery.ts'

/** Shows a text. `isAnother` means that it is not a merge with the current one, so uploads for that are dropped. */
export type ReplaceText = (text: DraftText, isAnother?: boolean) => void

/** Dependencies of an edit session. */
export interface EditDependencies {
  /** Null for a new one. */
  article: Article | null
  /** Identifies the text in the journal, see `subjectOf`. */
  subject: string
  opening: Opening
  server: ArticleServer
  /** API calls about the article that the first save of a new text creates. */
  serverOf?(id: number): ArticleServer
  /**
   * Loads the code to show another text. The returned function then shows one without waiting, and the form reports it
   * as a change.
   */
  prepareReplace(): Promise<ReplaceText>
  notify: Notify
  /** Title of the notification when a save fails. */
  failureTitle: string
  onSaved(article: AdminArticle): void
}

/** A merge with conflicts that the author has to resolve. */
export interface Conflict {
  merged: MergedText
  decide(choices: TextChoices): void
  /** Closes the dialog and changes nothing. */
  later(): void
}

/** A recoverable draft on screen, and its possible answers. */
export interface RecoveryPrompt extends RecoverableDraft {
  /** The current text, for the comparison. */
  current: DraftText
  restore(): void
  decline(): void
  later(): void
}

/** The state that the screen renders. */
export interface EditState {
  save: SaveState
  limit: LimitNotice | undefined
  /** The server's field errors from the last save. */
  refused: FieldError[] | undefined
  /** The journal cannot be written, so unsent changes would be lost with the page. */
  isJournalBroken: boolean
  /** When unsaved changes began; null when there are none. */
  unpublished_since: string | null
  recoverable: RecoveryPrompt | null
  conflict: Conflict | null
  asksToSignIn: boolean
}

/** What the modules of the editor share about one open article. */
export interface EditSession {
  dependencies: EditDependencies
  /** User id of the author. After a sign-in as another user, the draft is neither shown nor saved. */
  user: number
  draft: DraftState
  saver: Saver
  /** Undefined until the article is open. */
  journal: Journal | undefined
  /** Aborted when the article is closed. */
  closed: AbortSignal
  /** Resolves when the last recoverable draft has been answered; they are asked about one at a time. */
  lastAnswer: Promise<unknown>
  setState(change: Partial<Omit<EditState, 'save'>>): void
  /** The text that was sent when the page was hidden. */
  sentOnLeave: DraftText | undefined
  /** Time of the last change, as in `Date.now()`. */
  changed_at: number
  /** Opens the sign-in dialog when typing pauses, so that no key goes to its fields or is lost. */
  askToSignIn(): void
  /** Writes the current text to the journal: `record` now, `recordSoon` within half a second. */
  record(): Promise<void>
  recordSoon(isStashed?: boolean): void
}
