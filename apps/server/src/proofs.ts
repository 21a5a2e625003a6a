import { type proofs as contract, publicPath } from '@nightdesk/contracts'
import { bookHeading } from '@nightdesk/renditions'
import { readArticle, withPosterUrl } from './articles/read.ts'
import { findUnsavedText } from './articles/working-copies.ts'
import type { Handlers } from './context.ts'
import { feedHeadline } from './feeds/read-feed.ts'
import { bookFilename } from './files/renditions.ts'

export const proofs: Handlers<typeof contract> = {
  async get({ db, session, site, readSite }, { id }) {
    const saved = await readArticle(db, session.user, id)
    const unsaved = await findUnsavedText(db, session.user.id, id)
    const shown = { ...saved, ...(unsaved && withPosterUrl(unsaved)) }
    const { image = null, ...headline } = feedHeadline(shown, await readSite())
    return {
      feed_item: { ...headline, url: `${site.url}${publicPath(saved)}`, image },
      book: { ...bookHeading(shown), filename: bookFilename(shown) },
    }
  },
}
