import type { Loss, LossKind } from '@nightdesk/contracts'

const MAX_NAMES = 5

/** Collects the losses of one item. */
export class Receipt {
  readonly #losses = new Map<LossKind, { count: number; names: Set<string> }>()

  add(kind: LossKind, count = 1, name?: string): void {
    if (count === 0) return
    const loss = this.#losses.get(kind) ?? { count: 0, names: new Set<string>() }
    loss.count += count
    if (name && loss.names.size < MAX_NAMES) loss.names.add(name)
    this.#losses.set(kind, loss)
  }

  /** A text for search engines, which is left out unless the story shows the same. */
  addSearchText(text: string, shown: string): void {
    if (text !== '' && text !== shown) this.add('search-text')
  }

  get losses(): Loss[] {
    return [...this.#losses].map(([kind, { count, names }]) => ({ kind, count, names: [...names] }))
  }
}
