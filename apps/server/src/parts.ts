import type { Drawing } from '@nightdesk/renditions'
import type { Dependencies } from './context.ts'
import type { ReadyAnswers } from './page-store/ready-answers.ts'
import type { Web } from './pages/web.ts'
import type { ContextOf } from './request-context.ts'

/** What the routes of a server are made of. Every plugin gets all of it. */
export interface Parts {
  dependencies: Dependencies
  contextOf: ContextOf
  web: Web
  ready: ReadyAnswers
  drawing: Drawing
}
