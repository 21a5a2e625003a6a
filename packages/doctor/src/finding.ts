import type { Check } from '@nightdesk/contracts'
import type { Subject } from './subject.ts'

export type Finding = Omit<Check, 'name'>

/** @returns null when it cannot be known here */
export type CheckOf<Of = Subject> = (subject: Of) => Promise<Finding | null>

export const fine = (detail: string): Finding => ({ is_fine: true, detail, advice: null })

/** It works, and could be better. */
export const hint = (detail: string, advice: string): Finding => ({ is_fine: true, detail, advice })

export const fault = (detail: string, advice: string): Finding => ({ is_fine: false, detail, advice })
