import { write } from '../storage.ts'

/** Keeps a choice, and applies it as `theme.ts` will on every page from now on. Null: as it is for everybody. */
export function choose(key: 'theme' | 'text_size' | 'text_font', choice: string | null): void {
  write(key, choice)
  const { dataset } = document.documentElement
  if (choice) dataset[key] = choice
  else delete dataset[key]
}
