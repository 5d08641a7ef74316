/** Converts plain text to the simple HTML of posts and parts, and back. */
import { escapeHtml } from '../../../domain/lib/plain-text.ts'

/** Leave an empty line to start a new paragraph. Text that looks like HTML is escaped. */
export function paragraphs(text: string): string {
  return text
    .trim()
    .split(/\n\s*\n/)
    .filter(Boolean)
    .map(paragraph => `<p>${escapeHtml(paragraph.trim()).replace(/\n/g, '<br>')}</p>`)
    .join('')
}

/** Converts stored HTML to text for a text field. Formatting within a paragraph is lost. */
export function plainParagraphs(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n')
  return [...body.children]
    .map(block => block.textContent?.trim() ?? '')
    .filter(Boolean)
    .join('\n\n')
}
