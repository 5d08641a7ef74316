/** Plain text as the simple HTML that posts and parts are stored in, and back. */
import { escapeHtml } from '../../domain/lib/plain-text.ts'

/** An empty line begins a new paragraph; what looks like HTML stays what was typed. */
export function paragraphs(text: string): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .filter(Boolean)
    .map(paragraph => `<p>${escapeHtml(paragraph.trim()).replace(/\n/g, '<br>')}</p>`)
    .join('')
}

/** Stored HTML as text that can be typed on; marks within a paragraph are lost. */
export function plainParagraphs(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n')
  return [...body.children]
    .map(block => block.textContent?.trim() ?? '')
    .filter(Boolean)
    .join('\n\n')
}
