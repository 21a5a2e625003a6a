/** The poster of a text, and what it shows, for readers who cannot see it. */
export interface Poster {
  poster_image_id: number | null
  poster_alt: string | null
}

export const NO_POSTER: Poster = { poster_image_id: null, poster_alt: null }

/** The poster after an edit. The description of another poster does not stay, and an empty one is none. */
export function changePoster(
  given: { poster_image_id?: number | null | undefined; poster_alt?: string | null | undefined },
  before: Poster,
): Poster {
  const { poster_image_id = before.poster_image_id } = given
  const left = poster_image_id === before.poster_image_id ? before.poster_alt : null
  const { poster_alt = left } = given
  return { poster_image_id, poster_alt: (poster_image_id !== null && poster_alt?.trim()) || null }
}
