import { useEffect, useRef } from 'react'
import '@fontsource-variable/fraunces/wght-italic.css'
import '@fontsource-variable/inter/wght-italic.css'
import { shownText } from '../../../domain/uploads/in-texts.ts'
import { config } from '../../lib/embedded.ts'
import classes from './RichText.module.css'

const CODE = 'pre > code[class^="language-"]:not(.language-plaintext)'

/**
 * HTML that people wrote. Pass only HTML that the server sanitised when it was stored. It has no class, id or style that
 * affects anything outside its box, and the box draws nothing outside of itself.
 */
export function RichText({ html }: { html: string }) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other code blocks.
  useEffect(() => {
    const blocks = box.current?.querySelectorAll<HTMLElement>(CODE) ?? []
    // If highlighting fails to load, the code is still readable.
    if (blocks.length > 0) import('./highlight.ts').then(({ highlight }) => highlight(blocks)).catch(() => {})
  }, [html])
  const __html = shownText(html, config.app_url)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the server, see above.
  return <div ref={box} dir="auto" className={classes.prose} dangerouslySetInnerHTML={{ __html }} />
}
