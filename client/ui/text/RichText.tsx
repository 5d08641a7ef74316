import classes from './RichText.module.css'

/** HTML that people wrote. It was sanitised on the server when it was stored; nothing else may be given here. */
export function RichText({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the server, see above.
  return <div className={classes.prose} dangerouslySetInnerHTML={{ __html: html }} />
}
