import { write } from '../../../local-storage.ts'

/** Stores a choice and applies it like `theme.ts` does on the next pages. Null restores the default. */
export function choose(key: 'theme' | 'text_size' | 'text_font', choice: string | null): void {
  write(key, choice)
  const { dataset } = document.documentElement
  if (choice) dataset[key] = choice
  else delete dataset[key]
}
