import type { Tx } from '@nightdesk/db'
import type { Context } from '../context.ts'

/** A transaction whose result is the answer of the call. It is rolled back when the contract refuses the answer. */
export const commitAnswer = <T>(
  { db, checkAnswer }: Pick<Context, 'db' | 'checkAnswer'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => db.transaction().execute(async (tx) => checkAnswer(await work(tx)))
