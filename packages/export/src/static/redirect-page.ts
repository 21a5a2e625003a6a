/** A page that leads to another one, also when it is opened from a disk. @param link a relative link, which is escaped */
export const redirectPage = (link: string, canonical: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>This page has moved</title>
<meta name="robots" content="noindex">
<link rel="canonical" href="${escaped(canonical)}">
<meta http-equiv="refresh" content="0; url=${escaped(link)}">
<p><a href="${escaped(link)}">This page has moved.</a></p>
</html>
`

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
