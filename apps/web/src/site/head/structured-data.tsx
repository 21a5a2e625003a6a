import type { Graph, Thing } from 'schema-dts'

/**
 * What the page is about, for machines (JSON-LD). Data, not a program: no policy stops it and nothing runs. It stands
 * where the page puts it, in `<main>`, and so goes with it.
 */
export function StructuredData({ things }: { things: readonly Exclude<Thing, string>[] }) {
  const graph: Graph = { '@context': 'https://schema.org', '@graph': things }
  return <script type="application/ld+json">{scriptText(graph)}</script>
}

/**
 * JSON in which no character means anything to HTML. A script's text is not escaped by React, which could not: to a
 * browser `&lt;` is four letters there. Written as `\u003c`, the same string cannot end the script or begin a comment.
 */
const scriptText = (data: object) =>
  JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
