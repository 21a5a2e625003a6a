import type { Graph, Thing } from 'schema-dts'

/**
 * The subject of the page as JSON-LD. It is data that never runs, so the Content-Security-Policy allows it. It is inside
 * `<main>`, so that the next page removes it.
 */
export function StructuredData({ things }: { things: readonly Exclude<Thing, string>[] }) {
  const graph: Graph = { '@context': 'https://schema.org', '@graph': things }
  return <script type="application/ld+json">{scriptText(graph)}</script>
}

/**
 * JSON without characters that are special in HTML. React cannot escape the text of a script, where `&lt;` is four plain
 * characters to a browser. Written as `\u003c`, “<” can neither end the script nor start a comment.
 */
const scriptText = (data: object) =>
  JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
