import type { ApiRouter } from '@nightdesk/contracts'
import type { TRPCLink } from '@trpc/client'
import { observable, type Unsubscribable } from '@trpc/server/observable'

/** Asks the user to confirm when the server wants it, and repeats the call after that. Calls that wait share one question. */
export const confirmationLink: TRPCLink<ApiRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      let call: Unsubscribable
      const send = () => {
        call = next(op).subscribe({
          ...observer,
          error(error) {
            const isAnswer = op.path.startsWith('secondFactors.confirm')
            if (error.data?.code !== 'CONFIRMATION_REQUIRED' || isAnswer) return observer.error(error)
            void ask().then((isConfirmed) => (isConfirmed ? send() : observer.error(error)))
          },
        })
      }
      send()
      return () => call.unsubscribe()
    })

let question: PromiseWithResolvers<boolean> | null = null
const listeners = new Set<() => void>()

function ask(): Promise<boolean> {
  question ??= Promise.withResolvers()
  for (const listener of listeners) listener()
  return question.promise
}

/** Ends the question, if there is one. The calls that wait are repeated, or fail. */
export function answerConfirmation(isConfirmed: boolean) {
  question?.resolve(isConfirmed)
  question = null
  for (const listener of listeners) listener()
}

export const isConfirmationAsked = () => question !== null

/** @returns a function that unsubscribes */
export function onConfirmationAsked(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
