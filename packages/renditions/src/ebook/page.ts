import { type Markup, xml } from './xml.ts'

/** An XHTML document of a book. */
export const page = (language: string, title: string, body: Markup) =>
  xml`<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="${language}" xml:lang="${language}">
<head><title>${title}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>
${body}
</body>
</html>`
