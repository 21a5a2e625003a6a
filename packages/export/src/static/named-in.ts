/** The addresses of the site that a text has as a whole: `https://lamp.example/post/12` is `/post/12`. */
export const namedIn = (text: string, site: string): string[] =>
  text
    .split(site)
    .slice(1)
    .flatMap((rest) => /^\/[^\s"'<>\\&),]*/.exec(rest)?.[0] ?? [])
