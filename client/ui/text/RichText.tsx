import { useEffect, useRef } from 'react'
import '@fontsource-variable/fraunces/wght-italic.css'
import '@fontsource-variable/inter/wght-italic.css'
import { shownText } from '../../../domain/uploads/in-texts.ts'
import { config } from '../../lib/embedded.ts'
import classes from './RichText.module.css'

const CODE = 'pre > code[class^="language-"]:not(.language-plaintext)'

/**
 * HTML that people wrote. It was sanitised on the server when it was stored; nothing else may be given here. It has no
 * class, id or style that reaches out of its box, and the box lets nothing be drawn outside of it.
 */
export function RichText({ html }: { html: string }) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has code blocks of its own.
  useEffect(() => {
    const blocks = box.current?.querySelectorAll<HTMLElement>(CODE) ?? []
    // Without its colours the code is still there.
    if (blocks.length > 0) import('./highlight.ts').then(({ highlight }) => highlight(blocks)).catch(() => {})
  }, [html])
  const __html = shownText(html, config.app_url)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the server, see above.
  return <div ref={box} dir="auto" className={classes.prose} dangerouslySetInnerHTML={{ __html }} />
}
