import type { AdminArticle, Article, FieldError } from '@nightdesk/contracts'
import type { Notify } from '../../../ui/toast.tsx'
import type { ArticleServer, DraftState } from './article-server.ts'
import type { Saver } from './draft-editor.ts'
import type { DraftText } from './draft-text.ts'
import type { Journal } from './journal.ts'
import type { LimitNotice } from './limits.ts'
import type { MergedText, TextChoices } from './merge-text.ts'
import type { Opening } from './opening.ts'
import type { SaveState } from './save-machine.ts'

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

/** Another copy of the text that cannot be merged by itself, so its author decides. */
export interface RecoverableDraft {
  text: DraftText
  base_version: number
  /** The article's tags when it was begun; undefined when unknown. */
  base_tags?: string[]
  updated_at: string
  /** Deletes the draft, because it was restored or declined. */
  remove(): Promise<void>
  /** Lets another window recover it. */
  release(): void
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
  /** The unsaved changes that the last revert has replaced. */
  stashed: DraftText | undefined
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
