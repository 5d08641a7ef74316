/**
 * The look of all mails, with the colours of client/theme.ts and client/styles.css, light and dark. Mail programs that
 * ignore the styles show ordinary headings and paragraphs.
 */

const STYLES = `
:root { color-scheme: light dark; }
body { margin: 0; background: #fbf6ee; color: #2a231e; overflow-wrap: anywhere; line-height: 1.55;
  font-family: Inter, system-ui, -apple-system, 'Segoe UI', sans-serif; font-size: 16px; }
.page { max-width: 34rem; margin: 0 auto; padding: 24px 16px 40px; }
.brand, h1 { font-family: Fraunces, Georgia, serif; font-weight: 600; }
.brand { margin: 0 0 16px; font-size: 18px; }
.brand a { color: #b13e0d; text-decoration: none; }
.card { background: #fffdfa; border: 1px solid #eadfce; border-radius: 18px; padding: 28px 28px 16px; }
h1 { margin: 0 0 16px; font-size: 26px; line-height: 1.2; }
p { margin: 0 0 16px; }
dl { margin: 24px 0; border-top: 1px solid #eadfce; font-variant-numeric: tabular-nums; }
dt { padding-top: 10px; color: #6b5e53; font-size: 14px; }
dd { margin: 0; padding-bottom: 10px; border-bottom: 1px solid #eadfce; }
.button { display: inline-block; margin-top: 8px; padding: 11px 22px; border-radius: 12px; background: #b13e0d;
  color: #fffdfa; font-weight: 600; text-decoration: none; }
.foot { margin: 20px 0 0; color: #6b5e53; font-size: 14px; text-align: center; }
.foot a { color: inherit; }
@media (min-width: 30rem) {
  dl { display: grid; grid-template-columns: 7rem 1fr; }
  dt { padding: 10px 0; border-bottom: 1px solid #eadfce; font-size: 16px; }
  dd { padding: 10px 0; }
}
@media (prefers-color-scheme: dark) {
  body { background: #1c1714; color: #f1e9df; }
  .brand a { color: #fb9058; }
  .card { background: #26201c; border-color: #3b322b; }
  dl, dt, dd { border-color: #3b322b; }
  dt, .foot { color: #b9aa9b; }
  .button { background: #fb9058; color: #2a231e; }
}`

interface Parts {
  title: string
  heading: string
  body: string
  brand: string
  address: string
  /** The time zone of the dates. */
  zone: string
}

/** The whole HTML of a mail. All parts are already HTML. */
export function layout({ title, heading, body, brand, address, zone }: Parts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${STYLES}
</style>
</head>
<body>
<div class="page">
<p class="brand"><a href="${address}">${brand}</a></p>
<div class="card">
<h1>${heading}</h1>
${body}
</div>
<p class="foot">You’re getting this email because you have an account at <a href="${address}">${brand}</a>. Dates and times are in the time zone ${zone}.</p>
</div>
</body>
</html>
`
}
