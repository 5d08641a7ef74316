/** The text of rich text for the plain field: paragraphs with an empty line between them. */
import { escapeHtml, unescapeHtml } from '../../domain/lib/plain-text.ts'

export function textOf(html: string): string {
  const text = html
    .replace(/\s*\n\s*/g, ' ')
    .replace(/<br\s*\/?>\s*/gi, '\n')
    .replace(/<li[^>]*>/gi, '- ')
    .replace(/<\/(p|h[1-6]|ul|ol|blockquote|pre|div)>\s*/gi, '\n\n')
    .replace(/<\/li>\s*/gi, '\n')
    .replace(/<[^>]*>/g, '')
  return unescapeHtml(text)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

export function htmlOf(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map(paragraph => paragraph.trim())
    .filter(Boolean)
    .map(paragraph => `<p>${escapeHtml(paragraph).replace(/\n/g, '<br>')}</p>`)
    .join('')
}

/** Whether editing it as plain text would lose something. */
export function hasFormatting(html: string): boolean {
  return /<(?!\/?(p|br)\b)[a-z]/i.test(html)
}
