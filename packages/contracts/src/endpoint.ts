import type {
  TRPCBuiltRouter,
  TRPCDefaultErrorShape,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
} from '@trpc/server'
import { z } from 'zod'
import type { ErrorDetails } from './errors.ts'
import { done, id } from './fields.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
type Route = `${Method} /${string}`

/** Who may call an endpoint: anyone, or a signed-in user of at least this role. */
export type Access = 'public' | 'author' | 'editor' | 'admin'

/**
 * How REST wraps the output, which tRPC returns bare:
 * `article` → `{article}` · `data` → `{success, data}` · `success` → `{success}` · `empty` → 204.
 */
type Reply = 'bare' | 'article' | 'data' | 'success' | 'empty'

/** One row of the API: REST route, access, input and output. */
export interface Endpoint<
  R extends Route = Route,
  A extends Access = Access,
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
> {
  route: R
  access: A
  summary: string
  input: I
  output: O
  reply: Reply
  /** The subject that a null answer lacks, such as “Working copy”. REST answers “Working copy not found”. */
  missing?: string
  /** The answer of a read is one record, such as an article: its lists are parts of it, not rows that could be left out. */
  isOneRecord?: boolean
  /** Takes a form with a file in the field `file`. */
  takesFile?: boolean
  /** The status of a successful REST answer. Default 200. */
  status?: 200 | 201 | 202
  /** Polled by open screens: does not count as use of the session. */
  background?: boolean
  /** May be called by somebody who has to set up a second factor before anything else. */
  isForEnrolment?: boolean
  /**
   * Takes over accounts, or takes everything along: a session is not enough, which may be stolen. The caller must have
   * signed in, or confirmed with the password or a passkey, in the last ten minutes.
   */
  needsConfirmation?: boolean
  /** Refuses API keys, like {@link needsConfirmation}: a person has to be there. */
  needsPerson?: boolean
  /** Largest request body in bytes. Default {@link DEFAULT_BODY_LIMIT}. */
  bodyLimit?: number
}

/** What most endpoints of the admin area share. */
export const ofWriters = { access: 'author', reply: 'data' } as const
export const ofEditors = { access: 'editor', reply: 'data' } as const
export const ofAdmins = { access: 'admin', reply: 'data' } as const

export const DEFAULT_BODY_LIMIT = 64 * 1024
/** JSON inside JSON escapes its quotes, so 1 MiB of content may arrive as more than 2 MiB. */
export const CONTENT_BODY_LIMIT = 4 * 1024 * 1024

type Row<R extends Route, A extends Access, I extends z.ZodType, O extends z.ZodType> = Partial<
  Endpoint<R, A, I, O>
> & { access: A; summary: string }

/** The names of the parameters of a route, such as `id` of `/articles/:id`. */
type Parameter<R extends string> = R extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Parameter<`/${Rest}`>
  : R extends `${string}:${infer Name}`
    ? Name
    : never
type Ids<R extends Route> = z.ZodObject<Record<Parameter<R>, typeof id>>

/**
 * Without `input` the call takes the ids in its route, and without `output` it answers nothing. Other answers are `bare` by
 * default.
 */
export function endpoint<
  const R extends Route,
  const A extends Access,
  I extends z.ZodType = Ids<R>,
  O extends z.ZodType = typeof done,
>(route: R, row: Row<R, A, I, O>): Endpoint<R, A, I, O> {
  const { input = idsIn(route), output = done, reply = row.output ? 'bare' : 'empty' } = row
  // The defaults are what the types say when neither is given.
  return { ...row, route, input: input as I, output: output as O, reply }
}

const idsIn = (route: string) =>
  z.object(Object.fromEntries(Array.from(route.matchAll(/:(\w+)/g), ([, name]) => [name, id])))

/** A GET is a query; everything else is a mutation. */
export const isQuery = ({ route }: Pick<Endpoint, 'route'>) => route.startsWith('GET ')

export type Feature = Record<string, Endpoint>
export type Contract = Record<string, Feature>
/** The parsed input that a handler receives. */
export type Input<E extends Endpoint> = z.output<E['input']>
/** The answer that a handler returns, before it is parsed. */
export type Output<E extends Endpoint> = z.input<E['output']>

interface Types<E extends Endpoint> {
  input: z.input<E['input']>
  output: z.output<E['output']>
  meta: unknown
}

/** The reads of a feature as functions, for pages to call while they render. */
export type Reads<F extends Feature> = {
  [N in keyof F as F[N]['route'] extends `GET ${string}` ? N : never]: (
    input: z.input<F[N]['input']>,
  ) => Promise<z.output<F[N]['output']>>
}

/** The error of a tRPC call: the sentence is `message`, and `data` has the rest. */
export type ApiErrorShape = Omit<TRPCDefaultErrorShape, 'data'> & {
  data: ErrorDetails & { httpStatus: number; path?: string }
}

/** The tRPC router of a contract. Clients infer from this type and never import the server. */
export type RouterOf<C extends Contract, Ctx = object> = TRPCBuiltRouter<
  { ctx: Ctx; meta: object; errorShape: ApiErrorShape; transformer: false },
  {
    [F in keyof C]: {
      [N in keyof C[F]]: C[F][N]['route'] extends `GET ${string}`
        ? TRPCQueryProcedure<Types<C[F][N]>>
        : TRPCMutationProcedure<Types<C[F][N]>>
    }
  }
>
