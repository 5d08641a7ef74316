/** The text of a badge for new messages, or null for none. An @ means that some of them mention me. */
export function newsText(count: number, named = 0): { shown: string; spoken: string } | null {
  if (count === 0) return null
  const shown = `${named > 0 ? '@' : ''}${count > 99 ? '99+' : count}`
  return { shown, spoken: named > 0 ? ' new, you’re mentioned' : ' new' }
}
