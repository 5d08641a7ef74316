/** Small pages that the server writes without the page's scripts: a frame, a press address, a refusal. */
import { escapeHtml } from '../../../domain/lib/plain-text.ts'

/**
 * Returns the HTML of such a page.
 * @param title plain text
 * @param style the content of its style element, as a content policy may name it by its hash
 * @param body HTML
 */
export const plainPage = (title: string, style: string, body: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${escapeHtml(title)}</title>
    <style>${style}</style>
  </head>
  <body>
    ${body}
  </body>
</html>
`
