import type { Contract, Endpoint, Feature, Input, Output } from '@nightdesk/contracts'
import type { ContextFor } from '../context.ts'

/** The function behind one endpoint. Its input is already parsed and its caller already authorized. */
export type Handler<E extends Endpoint> = (
  ctx: ContextFor<E['access']>,
  input: Input<E>,
) => Promise<Output<E>>

/** The functions a feature must provide: one per endpoint of its contract. */
export type Handlers<F extends Feature> = { [Name in keyof F]: Handler<F[Name]> }
export type HandlersOf<C extends Contract> = { [Name in keyof C]: Handlers<C[Name]> }
