import { createNotifier } from '../ui/toast.tsx'

/** `notify` shows a notification; `manager` keeps those that are on the screen. */
export const { manager, notify } = createNotifier()
