import { shortDuration, spokenDuration } from '../../domain/lib/duration.ts'

/** The length of a plan in words. Lengths with seconds use the short form, because the words round up to minutes. */
export function spokenLength(seconds: number): string {
  return seconds % 60 === 0 ? spokenDuration(seconds) : shortDuration(seconds)
}
