import type { Import } from '@nightdesk/contracts'
import { addJob } from '@nightdesk/db'
import { audit } from '../audit-log/write-line.ts'
import type { SignedInContext } from '../context.ts'
import { commitAnswer } from '../transactions/commit-answer.ts'
import { readImport } from './list-imports.ts'

/** Imports are read, run and undone one after another. */
export const IMPORTS_QUEUE = 'imports'

/** Records an uploaded file, whose items the worker then lists. */
export const beginImport = (ctx: SignedInContext, file: string, upload: string): Promise<Import> =>
  commitAnswer(ctx, async (tx) => {
    // Nobody has said yet that the stories may be public at once.
    const { id } = await tx
      .insertInto('imports')
      .values({ file, upload, imports_as: 'draft', made_by: ctx.session.user.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addJob(tx, 'read-import', { import_id: id }, { queue: IMPORTS_QUEUE })
    await audit(tx, ctx, 'import.upload', `import:${id}`, { file })
    return readImport(tx, id)
  })
