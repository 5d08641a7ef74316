import { dateTexts } from '../lib/dates/date-texts.ts'

const useMinute = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

/** Returns a function that says when something was last used: "last used Nov 29, 2026, 8:00 AM". */
export function useUsedText(): (usedAt: string | null) => string {
  const minute = useMinute()
  return usedAt => (usedAt === null ? 'not used yet' : `last used ${minute(Date.parse(usedAt))}`)
}
