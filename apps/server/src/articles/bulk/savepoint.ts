import { AppError } from '@nightdesk/contracts'
import type { Tx } from '@nightdesk/db'
import { sql } from 'kysely'

/**
 * Runs one step of a transaction. When the step is refused, only this step is rolled back.
 * @returns the result of the step, or its refusal
 */
export async function attempt<T>(tx: Tx, step: () => Promise<T>): Promise<T | AppError> {
  await sql`savepoint attempt`.execute(tx)
  try {
    const result = await step()
    await sql`release savepoint attempt`.execute(tx)
    return result
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await sql`rollback to savepoint attempt`.execute(tx)
    await sql`release savepoint attempt`.execute(tx)
    return error
  }
}
